#!/usr/bin/env python3
"""Tests the tests of a student.

    student_tests.py --suite isCatMovementValid MyTest.java

runs the JUnit tests in MyTest.java against the right program and against each wrong program that clowder knows for the
suite. It prints the tests that fail on the right program, and the misconceptions that no test notices. The tests call
static methods such as `Harness.isCatMovementValid(state, action)`, which have the same parameters as in the Java
template; `--class NAME` gives their class another name. Needs `clowder` and a Java compiler on the PATH, and JUnit 4.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

JUNIT = "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar"

# The functions of the template ask clowder.
ASK = """
    private static BufferedReader answers;
    private static PrintStream questions;

    static Object ask(String suite, String[] names, Object... inputs) {
        try {
            if (answers == null) {
                String variant = System.getenv("VARIANT");
                ProcessBuilder clowder = new ProcessBuilder("clowder", "answer");
                if (variant != null) clowder.command().addAll(Arrays.asList("--variant", variant));
                Process process = clowder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
                answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                questions = new PrintStream(process.getOutputStream(), true, "UTF-8");
            }
            Map<String, Object> question = new LinkedHashMap<>();
            question.put("id", 1);
            question.put("suite", suite);
            for (int index = 0; index < names.length; index++)
                if (inputs[index] != null) question.put(names[index], inputs[index]);
            StringBuilder text = new StringBuilder();
            Json.write(text, question);
            questions.println(text);
            Map<String, Object> reply = new Json(answers.readLine()).object();
            if (!reply.containsKey("answer")) throw new IllegalArgumentException((String) reply.get("error"));
            return reply.get("answer");
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    static String[] strings(Object answer) {
        return ((List<?>) answer).toArray(new String[0]);
    }

    /** Calls the method for a question. */"""


def shim(name):
    """Returns the Java template as a class that asks clowder."""
    text = subprocess.run(["clowder", "grade", "--template", "java"], check=True, capture_output=True, text=True).stdout

    def method(match):
        result, function, parameters, suite = match.groups()
        names = re.findall(r"(\w+)(?:,|$)", re.sub(r"<.*?>+", "", parameters))
        listed = ", ".join(f'"{name}"' for name in names)
        call = f'ask("{suite}", new String[] {{{listed}}}, {", ".join(names)})'
        if result == "String[]":
            call = f"strings({call})"
        elif result == "List<String[]>":
            call = f"((List<Object>) {call}).stream().map(Harness::strings).collect(java.util.stream.Collectors.toList())"
        else:
            call = f"({result}) {call}"
        return f'    @SuppressWarnings("unchecked")\n    static {result} {function}({parameters}) {{\n        return {call};'

    text = re.sub(r'    static (\S+(?:<.*?>+)?(?:\[\])?) (\w+)\((.*?)\) \{\n        throw todo\("(.*?)"\);', method, text)
    text = text.replace("\n    /** Calls the method for a question. */", ASK)
    return re.sub(r"\bHarness\b", name, text)


def failures(classes, test, variant):
    """Runs the tests. Returns the names of those that fail."""
    environment = dict(os.environ) | ({"VARIANT": variant} if variant else {})
    environment = {key: value for key, value in environment.items() if key != "VARIANT" or variant}
    command = ["java", "-cp", classes, "org.junit.runner.JUnitCore", test]
    output = subprocess.run(command, env=environment, capture_output=True, text=True).stdout
    if not re.search(r"^(OK|Tests run)", output, re.M):
        sys.exit(f"the tests did not run:\n{output}")
    return re.findall(r"^\d+\) (\w+)\(", output, re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", required=True)
    parser.add_argument("--class", dest="name", default="Harness")
    parser.add_argument("--junit", default=JUNIT, help="the class path of JUnit 4")
    parser.add_argument("tests", type=pathlib.Path)
    options = parser.parse_args()
    listed = ["clowder", "answer", "--variants", "--suite", options.suite, "--format", "json"]
    listed = subprocess.run(listed, check=True, capture_output=True, text=True).stdout
    variants = [json.loads(line) for line in listed.splitlines()]
    with tempfile.TemporaryDirectory() as work:
        source = pathlib.Path(work, f"{options.name}.java")
        source.write_text(shim(options.name))
        classes = f"{work}:{options.junit}"
        subprocess.run(["javac", "-nowarn", "-cp", classes, "-d", work, source, options.tests], check=True)
        test = options.tests.stem
        wrong = failures(classes, test, None)
        for name in wrong:
            print(f"fails on the right program: {name}")
        unnoticed = []
        for variant in variants:
            if set(failures(classes, test, variant["variant"])) <= set(wrong):
                unnoticed.append(variant)
        for variant in unnoticed:
            print(f"no test notices that {variant['program']} ({variant['variant']})")
        print(f"{len(variants) - len(unnoticed)} of {len(variants)} wrong programs are noticed")
    return 1 if wrong or unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
