/* Harness for `clowder grade --command ./harness`. Compile it with `cc -O2 -o harness harness.c`.
 *
 * The program reads one question per line and writes one answer per line. It must not end before its standard input
 * ends, and it must flush after each answer. Anything your solution prints goes to standard error.
 *
 * Replace the body of each function with a call to your solution. A function returns its answer as JSON text, for
 * example answer_bool(1), answer_string("b\n") or a text of your own such as "[1,2]". NULL means that the function is
 * not written yet: its cases fail, but all other cases are still graded.
 */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A JSON value. */
typedef struct json {
    enum { J_NULL, J_BOOL, J_NUMBER, J_STRING, J_LIST, J_OBJECT } type;
    double number;          /* the number, or 1 for true */
    char *string;           /* the text of a string */
    char *key;              /* the key, if this is a member of an object */
    struct json *first;     /* the first item of a list, or the first member of an object */
    struct json *next;      /* the next item of the same list, or the next member of the same object */
} json;

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) { fputs("out of memory\n", stderr); exit(1); }
    return memory;
}

/* Returns the member of an object with this key, or NULL if there is no such member. */
static json *get(const json *object, const char *key) {
    for (json *member = object ? object->first : NULL; member; member = member->next)
        if (member->key && strcmp(member->key, key) == 0) return member;
    return NULL;
}

/* Returns the item of a list with this index (counted from 0), or NULL if the list is shorter. */
static json *item(const json *list, int index) {
    json *found = list ? list->first : NULL;
    while (found && index-- > 0) found = found->next;
    return found;
}

/* Returns the string with this key, or an empty string if there is no such string. */
static const char *text(const json *object, const char *key) {
    json *member = get(object, key);
    return member && member->type == J_STRING ? member->string : "";
}

/* Returns the integer with this key, or 0 if there is no such integer. */
static int integer(const json *object, const char *key) {
    json *member = get(object, key);
    return member && member->type == J_NUMBER ? (int)member->number : 0;
}

static char *answer_bool(int value) {
    char *out = allocate(6);
    strcpy(out, value ? "true" : "false");
    return out;
}

static char *answer_string(const char *value) {
    char *out = allocate(6 * strlen(value) + 3), *end = out;
    *end++ = '"';
    for (; *value; value++) {
        unsigned char letter = (unsigned char)*value;
        if (letter == '"' || letter == '\\') { *end++ = '\\'; *end++ = (char)letter; }
        else if (letter < ' ') end += sprintf(end, "\\u%04x", letter);
        else *end++ = (char)letter;
    }
    *end++ = '"';
    return out;
}

/* Returns the letter in column x and row y of a board of Penguins Pool Party. */
static char letter_at(const char *board, int x, int y) { return board[5 * y + x]; }

/* Reads the four hexagons of an ice block. The first one is its origin. */
static void hexagons(const json *ice, int x[4], int y[4]) {
    for (int i = 0; i < 4; i++) {
        json *pair = item(get(ice, "hexes"), i);
        x[i] = (int)item(pair, 0)->number;
        y[i] = (int)item(pair, 1)->number;
    }
}

/* Returns an ice block as an answer. */
static char *answer_ice(char id, int rotation, const int x[4], const int y[4]) {
    char *out = allocate(200);
    sprintf(out, "{\"id\":\"%c\",\"rotation\":%d,\"hexes\":[[%d,%d],[%d,%d],[%d,%d],[%d,%d]]}", id, rotation,
            x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]);
    return out;
}

@EACH@
/* @ABOUT@ The request has the members: @PARAMETERS@. */
static char *@FUNCTION@(const json *request) {
    (void)request;
    return NULL;
}

@END@

/* Calls the function for a question. */
static char *answer(const char *suite, const json *request) {
@EACH@
    if (strcmp(suite, "@SUITE@") == 0) return @FUNCTION@(request);
@END@
    return NULL;
}

/* The reader of JSON. */
static const char *at;

static void skip(void) { while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++; }

static char *encode(char *end, unsigned code) {
    if (code < 0x80) *end++ = (char)code;
    else if (code < 0x800) { *end++ = (char)(0xc0 | code >> 6); *end++ = (char)(0x80 | (code & 63)); }
    else if (code < 0x10000) {
        *end++ = (char)(0xe0 | code >> 12); *end++ = (char)(0x80 | (code >> 6 & 63)); *end++ = (char)(0x80 | (code & 63));
    } else {
        *end++ = (char)(0xf0 | code >> 18); *end++ = (char)(0x80 | (code >> 12 & 63));
        *end++ = (char)(0x80 | (code >> 6 & 63)); *end++ = (char)(0x80 | (code & 63));
    }
    return end;
}

static unsigned hex4(void) {
    char digits[5] = {0};
    strncpy(digits, at, 4);
    at += strlen(digits);
    return (unsigned)strtoul(digits, NULL, 16);
}

static char *read_string(void) {
    char *out = allocate(strlen(at) + 1), *end = out;
    for (at++; *at && *at != '"';) {
        if (*at != '\\') { *end++ = *at++; continue; }
        at++;
        char letter = *at ? *at++ : '\\';
        if (letter == 'n') *end++ = '\n';
        else if (letter == 't') *end++ = '\t';
        else if (letter == 'r') *end++ = '\r';
        else if (letter == 'b') *end++ = '\b';
        else if (letter == 'f') *end++ = '\f';
        else if (letter == 'u') {
            unsigned code = hex4();
            if (code >= 0xd800 && code < 0xdc00 && at[0] == '\\' && at[1] == 'u') {
                at += 2;
                code = 0x10000 + ((code - 0xd800) << 10) + (hex4() - 0xdc00);
            }
            end = encode(end, code);
        } else *end++ = letter;
    }
    if (*at) at++;
    return out;
}

static json *read_value(void) {
    json *value = allocate(sizeof *value);
    skip();
    if (*at == '{' || *at == '[') {
        char close = *at == '{' ? '}' : ']';
        json **place = &value->first;
        value->type = *at++ == '{' ? J_OBJECT : J_LIST;
        for (skip(); *at && *at != close; skip()) {
            char *key = NULL;
            if (*at == ',') { at++; skip(); }
            if (close == '}') { key = read_string(); skip(); if (*at) at++; }
            *place = read_value();
            (*place)->key = key;
            place = &(*place)->next;
        }
        if (*at) at++;
    } else if (*at == '"') {
        value->type = J_STRING;
        value->string = read_string();
    } else if (strncmp(at, "true", 4) == 0) {
        value->type = J_BOOL; value->number = 1; at += 4;
    } else if (strncmp(at, "false", 5) == 0) {
        value->type = J_BOOL; at += 5;
    } else if (strncmp(at, "null", 4) == 0) {
        at += 4;
    } else {
        char *end;
        value->type = J_NUMBER;
        value->number = strtod(at, &end);
        at = end == at ? at + (*at != 0) : end;
    }
    return value;
}

static void release(json *value) {
    while (value) {
        json *next = value->next;
        release(value->first);
        free(value->string);
        free(value->key);
        free(value);
        value = next;
    }
}

/* Reads a line of any length. Returns NULL at the end of the input. */
static char *read_line(FILE *questions) {
    size_t size = 4096, length = 0;
    char *line = allocate(size);
    while (fgets(line + length, (int)(size - length), questions)) {
        length += strlen(line + length);
        if (length && line[length - 1] == '\n') return line;
        size *= 2;
        line = realloc(line, size);
        if (!line) exit(1);
    }
    if (length) return line;
    free(line);
    return NULL;
}

int main(void) {
    /* Only the harness reads questions and writes answers: the solution prints to standard error and gets no input. */
    FILE *questions = fdopen(dup(0), "r"), *answers = fdopen(dup(1), "w");
    if (!questions || !answers || dup2(2, 1) < 0 || !freopen("/dev/null", "r", stdin)) return 1;
    setvbuf(stdout, NULL, _IONBF, 0);
    for (char *line = read_line(questions); line; line = read_line(questions)) {
        at = line;
        json *request = read_value();
        char *reply = answer(text(request, "suite"), request);
        if (reply) fprintf(answers, "{\"id\":%d,\"answer\":%s}\n", integer(request, "id"), reply);
        else fprintf(answers, "{\"id\":%d,\"error\":\"not implemented\"}\n", integer(request, "id"));
        /* Without fflush, the answer stays in a buffer and the case times out. */
        fflush(answers);
        free(reply);
        release(request);
        free(line);
    }
    (void)item;
    (void)answer_bool;
    (void)answer_string;
    (void)letter_at;
    (void)hexagons;
    (void)answer_ice;
    return 0;
}
