import java.nio.file.*;
import java.util.*;

/**
 * The rules of Race to the Raft, written as a student in a programming course would write them: with a board of
 * characters, and with a search from square to square. benches/compare/run.py compares the rules of clowder with this
 * class.
 *
 * Reads a file with a state and an action on each line, separated by a tab, and prints the time of each question in
 * nanoseconds.
 */
final class Course {
    final char[][] board;
    final String decks, bag;
    final Set<String> hand = new TreeSet<>();
    final Set<String> exhausted = new TreeSet<>();
    static final Map<String, String> CARDS = new HashMap<>();
    static final Map<Character, int[][]> TILES = new HashMap<>();

    Course(char[][] board, String decks, Collection<String> hand, Collection<String> exhausted, String bag) {
        this.board = board;
        this.decks = decks;
        this.hand.addAll(hand);
        this.exhausted.addAll(exhausted);
        this.bag = bag;
    }

    /** Reads a state, which is a JSON array of five strings that contain no quotation marks. */
    static Course read(String json) {
        String[] parts = new String[5];
        int at = 0;
        for (int part = 0; part < 5; part++) {
            int start = json.indexOf('"', at) + 1;
            int end = json.indexOf('"', start);
            parts[part] = json.substring(start, end).replace("\\n", "\n");
            at = end + 1;
        }
        String[] rows = parts[0].split("\n");
        char[][] board = new char[rows.length][];
        for (int row = 0; row < rows.length; row++) board[row] = rows[row].toCharArray();
        List<String> hand = new ArrayList<>();
        char deck = 'A';
        for (char letter : parts[2].toCharArray()) {
            if (Character.isUpperCase(letter)) deck = letter;
            else hand.add("" + deck + letter);
        }
        List<String> exhausted = new ArrayList<>();
        for (int i = 0; i < parts[3].length(); i += 5) exhausted.add(parts[3].substring(i, i + 5));
        return new Course(board, parts[1], hand, exhausted, parts[4]);
    }

    Course copy() {
        char[][] copied = new char[board.length][];
        for (int row = 0; row < board.length; row++) copied[row] = board[row].clone();
        return new Course(copied, decks, hand, exhausted, bag);
    }

    static int number(String text, int at) { return Integer.parseInt(text.substring(at, at + 2)); }

    boolean inside(int row, int column) {
        return row >= 0 && column >= 0 && row < board.length && column < board[0].length;
    }

    int[] raft() {
        for (int row = 0; row < board.length; row++)
            for (int column = 0; column < board[0].length; column++)
                if (board[row][column] == 'o') return new int[] {row, column};
        throw new IllegalStateException("no raft");
    }

    boolean onRaft(int row, int column) {
        int[] raft = raft();
        return Math.abs(row - raft[0]) <= 1 && Math.abs(column - raft[1]) <= 1;
    }

    boolean isFree(int row, int column) {
        return inside(row, column) && Character.isLowerCase(board[row][column]) && board[row][column] != 'f'
                && board[row][column] != 'n' && !onRaft(row, column);
    }

    static boolean isFire(String action) { return action.length() == 7 && Character.isDigit(action.charAt(1)); }

    static boolean isCat(String action) { return action.length() > 7; }

    static int[][] fireSquares(String action) {
        int[][] squares = TILES.get(action.charAt(0));
        int row = number(action, 1), column = number(action, 3);
        int[][] turned = new int[squares.length][];
        for (int i = 0; i < squares.length; i++) {
            int r = squares[i][0], c = action.charAt(5) == 'T' ? -squares[i][1] : squares[i][1];
            for (int turn = 0; turn < "NESW".indexOf(action.charAt(6)); turn++) {
                int old = r;
                r = c;
                c = -old;
            }
            turned[i] = new int[] {r, c};
        }
        int top = Integer.MAX_VALUE, left = Integer.MAX_VALUE;
        for (int[] square : turned) {
            top = Math.min(top, square[0]);
            left = Math.min(left, square[1]);
        }
        for (int[] square : turned) {
            square[0] += row - top;
            square[1] += column - left;
        }
        return turned;
    }

    static char[] cardSquares(String action) {
        char[] squares = CARDS.get(action.substring(0, 2)).toCharArray();
        for (int turn = 0; turn < "NESW".indexOf(action.charAt(6)); turn++) {
            char[] turned = new char[9];
            for (int i = 0; i < 9; i++) turned[i] = squares[(2 - i % 3) * 3 + i / 3];
            squares = turned;
        }
        return squares;
    }

    boolean isLegal(String action) {
        if (isCat(action)) return isLegalMove(action);
        if (isFire(action)) {
            boolean nextToFire = false;
            for (int[] square : fireSquares(action)) {
                if (!isFree(square[0], square[1])) return false;
                for (int[] next : neighbours(square[0], square[1]))
                    nextToFire |= inside(next[0], next[1]) && board[next[0]][next[1]] == 'f';
            }
            return nextToFire;
        }
        int row = number(action, 2), column = number(action, 4);
        for (int i = 0; i < 9; i++) if (!isFree(row + i / 3, column + i % 3)) return false;
        return hand.contains(action.substring(0, 2));
    }

    static int[][] neighbours(int row, int column) {
        return new int[][] {{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}};
    }

    boolean isLegalMove(String action) {
        char colour = action.charAt(0);
        int row = number(action, 1), column = number(action, 3), toRow = number(action, 5), toColumn = number(action, 7);
        if (!inside(row, column) || !inside(toRow, toColumn) || onRaft(row, column)) return false;
        if (board[row][column] != colour && board[row][column] != 'W') return false;
        if (Character.isUpperCase(board[toRow][toColumn])) return false;
        boolean tired = exhausted.stream().anyMatch(cat -> cat.substring(1).equals(action.substring(1, 5)));
        Set<String> discards = new HashSet<>();
        for (int i = 9; i < action.length(); i += 2) {
            String card = action.substring(i, i + 2);
            if (!hand.contains(card) || !discards.add(card)) return false;
        }
        return discards.size() == (tired ? 2 : 1) && reaches(row, column, colour, false, toRow, toColumn);
    }

    /**
     * Searches from square to square over the colour and wild squares. If overCoverable is true, also searches over
     * coverable squares.
     */
    boolean reaches(int row, int column, char colour, boolean overCoverable, int toRow, int toColumn) {
        boolean[][] seen = new boolean[board.length][board[0].length];
        Deque<int[]> open = new ArrayDeque<>();
        open.add(new int[] {row, column});
        seen[row][column] = true;
        while (!open.isEmpty()) {
            int[] at = open.remove();
            boolean isPath = isPath(at[0], at[1], colour);
            if (toRow < 0 ? isPath && onRaft(at[0], at[1]) : at[0] == toRow && at[1] == toColumn) return true;
            for (int[] next : neighbours(at[0], at[1])) {
                if (!inside(next[0], next[1]) || seen[next[0]][next[1]]) continue;
                if (isPath(next[0], next[1], colour) || overCoverable && isCoverable(next[0], next[1])) {
                    seen[next[0]][next[1]] = true;
                    open.add(next);
                }
            }
        }
        return false;
    }

    boolean isPath(int row, int column, char colour) {
        char letter = Character.toUpperCase(board[row][column]);
        return letter == colour || letter == 'W';
    }

    /** Returns true if a card can be placed on the square, now or when the cats have moved away. */
    boolean isCoverable(int row, int column) {
        for (int top = row - 2; top <= row; top++) {
            for (int left = column - 2; left <= column; left++) {
                boolean free = true;
                for (int i = 0; i < 9 && free; i++) {
                    int r = top + i / 3, c = left + i % 3;
                    free = inside(r, c) && board[r][c] != 'f' && board[r][c] != 'n' && !onRaft(r, c);
                }
                if (free) return true;
            }
        }
        return false;
    }

    Course apply(String action) {
        Course after = copy();
        if (isCat(action)) {
            int row = number(action, 1), column = number(action, 3), toRow = number(action, 5), toColumn = number(action, 7);
            after.board[row][column] = Character.toLowerCase(board[row][column]);
            after.board[toRow][toColumn] = Character.toUpperCase(board[toRow][toColumn]);
            for (int i = 9; i < action.length(); i += 2) after.hand.remove(action.substring(i, i + 2));
            after.exhausted.removeIf(cat -> cat.substring(1).equals(action.substring(1, 5)));
            after.exhausted.add(action.charAt(0) + action.substring(5, 9));
            return after;
        }
        if (isFire(action)) {
            for (int[] square : fireSquares(action)) after.board[square[0]][square[1]] = 'f';
            return new Course(after.board, decks, hand, exhausted, bag.replace(action.substring(0, 1), ""));
        }
        char[] squares = cardSquares(action);
        int row = number(action, 2), column = number(action, 4);
        for (int i = 0; i < 9; i++) after.board[row + i / 3][column + i % 3] = squares[i];
        after.hand.remove(action.substring(0, 2));
        return after;
    }

    boolean isOver(String action) {
        if (isCat(action)) return apply(action).allHome();
        if (!isFire(action)) return bag.isEmpty();
        Course after = apply(action);
        for (int row = 0; row < after.board.length; row++) {
            for (int column = 0; column < after.board[0].length; column++) {
                char cat = after.board[row][column];
                if (!Character.isUpperCase(cat) || after.onRaft(row, column)) continue;
                boolean safe = false;
                for (char colour : (cat == 'W' ? "BGPRY" : "" + cat).toCharArray())
                    safe |= after.reaches(row, column, colour, true, -1, -1);
                if (!safe) return true;
            }
        }
        return false;
    }

    boolean allHome() {
        for (int row = 0; row < board.length; row++)
            for (int column = 0; column < board[0].length; column++)
                if (Character.isUpperCase(board[row][column]) && !onRaft(row, column)) return false;
        return true;
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] card = line.split("\t");
            CARDS.put(card[0], card[1]);
        }
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] tile = line.split("\t");
            int[][] squares = new int[tile[1].length() / 4][];
            for (int i = 0; i < squares.length; i++)
                squares[i] = new int[] {number(tile[1], i * 4), number(tile[1], i * 4 + 2)};
            TILES.put(tile[0].charAt(0), squares);
        }
        List<Course> states = new ArrayList<>();
        List<String> actions = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[2]))) {
            String[] pair = line.split("\t");
            states.add(read(pair[0]));
            actions.add(pair[1]);
        }
        int over = 0;
        for (int i = 0; i < actions.size(); i++) {
            if (!states.get(i).isLegal(actions.get(i))) throw new IllegalStateException(actions.get(i) + " is refused");
            if (states.get(i).isOver(actions.get(i))) over++;
        }
        measure("legal", states, actions, (state, action) -> state.isLegal(action));
        measure("apply", states, actions, (state, action) -> state.apply(action).bag.isEmpty());
        measure("over", states, actions, (state, action) -> state.isOver(action));
        System.out.println("over-count " + over);
    }

    interface Question { boolean ask(Course state, String action); }

    static int sink;

    /** Prints the time of one question. The first half second warms up the virtual machine. */
    static void measure(String name, List<Course> states, List<String> actions, Question question) {
        for (int phase = 0; phase < 2; phase++) {
            long start = System.nanoTime(), calls = 0;
            while (System.nanoTime() - start < 500_000_000L) {
                for (int i = 0; i < actions.size(); i++) if (question.ask(states.get(i), actions.get(i))) sink++;
                calls += actions.size();
            }
            if (phase == 1) System.out.printf("%s %.1f%n", name, (System.nanoTime() - start) / (double) calls);
        }
    }
}
