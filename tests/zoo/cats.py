"""Answers isCatMovementValid with the mistakes that are named in the arguments. Without arguments, it is right."""
import json
import sys

MISTAKES = sys.argv[1:]


def wrong(name):
    return name in MISTAKES


def cards(hand):
    deck, found = "", []
    for letter in hand:
        if letter in "ABCD":
            deck = letter
        else:
            found.append(deck + letter)
    return found


def is_valid(state, action):
    rows = state[0].splitlines()
    height, width = len(rows), len(rows[0])
    colour = action[0].lower()
    start = int(action[1:3]), int(action[3:5])
    end = int(action[5:7]), int(action[7:9])
    discards = [action[index:index + 2] for index in range(9, len(action), 2)]

    def square(at):
        row, column = at
        return rows[row][column] if 0 <= row < height and 0 <= column < width else "f"

    centre = next((r, c) for r in range(height) for c in range(width) if rows[r][c] == "o")

    def on_raft(at):
        return max(abs(at[0] - centre[0]), abs(at[1] - centre[1])) <= 1

    here = square(start)
    if wrong("start-on-empty-wild") and here == "w":
        pass
    elif here not in (colour.upper(), "W"):
        return False
    elif on_raft(start) and not wrong("leaves-the-raft"):
        return False
    last = square(end)
    if last.isupper() and not (wrong("end-taken-by-same-colour") and last == colour.upper()):
        return False
    if start == end or last.lower() not in (colour, "w"):
        return False

    def enters(at):
        here = square(at)
        if wrong("cats-block") and here.isupper():
            return False
        if here == "w" and wrong("wild-blocks") and at != end:
            return False
        return here.lower() in (colour, "w")

    reached, todo = {start}, [start]
    while todo:
        row, column = todo.pop()
        steps = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        if wrong("diagonal"):
            steps += [(row + a, column + b) for a in (-1, 1) for b in (-1, 1)]
        if wrong("wraps"):
            steps = [(r, c % width) for r, c in steps]
        for step in steps:
            if step not in reached and enters(step):
                reached.add(step)
                todo.append(step)
    if end not in reached and not wrong("no-path"):
        return False

    exhausted = [state[3][index:index + 5] for index in range(0, len(state[3]), 5)]
    this = action[:5] in exhausted
    if wrong("exhausted-by-colour"):
        this = any(cat[0] == action[0] for cat in exhausted)
    price = 2 if this else 1
    if len(discards) != price and not wrong("number-of-discards"):
        return False
    if len(set(discards)) < len(discards) and not wrong("same-card-twice"):
        return False
    hand = cards(state[2])
    if wrong("deck-ignored"):
        hand, discards = [card[1] for card in hand], [card[1] for card in discards]
    return wrong("hand-ignored") or all(card in hand for card in discards)


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "answer": is_valid(question["state"], question["action"])}), flush=True)
