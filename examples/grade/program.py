"""A program under test with three marked bugs. It reads one request per line and writes one answer per line."""

import json
import sys

BLOCKS = {"A", "B", "C", "D"}


def board_well_formed(board):
    # Bug 1: the last line does not have to end with "\n".
    lines = board.removesuffix("\n").split("\n")
    width = len(lines[0])
    return (
        len(lines) in (12, 15, 18)
        and width in (9, 18)
        and all(len(line) == width for line in lines)
        and all(letter in "bfgnoprwyBGPRWY" for line in lines for letter in line)
    )


def neighbours(x, y):
    # Bug 2: every column is treated as an even one.
    around = [(x, y - 1), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x - 1, y + 1), (x - 1, y)]
    return [[x, y] if 0 <= x < 5 and 0 <= y < 4 else None for x, y in around]


def fix_symmetries(ice):
    if ice["id"] != "C" or ice["rotation"] < 3:
        return ice
    # Bug 3: the hexagons are not reversed.
    return {**ice, "rotation": ice["rotation"] - 3}


def is_ice_placement_valid(board, ice):
    return all(0 <= x < 5 and 0 <= y < 4 and board[5 * y + x] == "E" for x, y in ice["hexes"])


def answer(request):
    match request["suite"]:
        case "isBoardStringWellFormed":
            return board_well_formed(request["board"])
        case "getNeighbours":
            return neighbours(request["x"], request["y"])
        case "fixSymmetries":
            return fix_symmetries(request["ice"])
        case "isIcePlacementValid":
            return is_ice_placement_valid(request["board"], request["ice"])
        case "isSolution":
            return {ice["id"] for ice in request["placed"]} == BLOCKS
        case suite:
            raise ValueError(f"unknown suite {suite}")


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "answer": answer(request)}), flush=True)
