/** Where JSON text stops being JSON. */
export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

const tokens =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|$)/y;

/** Finds the first fault of a text that JSON.parse has refused; its own message names no place for short texts. */
export function findJsonFault(text: string): JsonFault {
  const open: ("{" | "[")[] = [];
  let expects = "value" as Expected;
  const afterValue = () => {
    expects = open.length === 0 ? "end" : "commaOrEnd";
  };
  tokens.lastIndex = 0;
  for (;;) {
    const start = tokens.lastIndex;
    const match = tokens.exec(text);
    if (!match) return faultAt(text, skipSpace(text, start), expects);
    const [, mark, string, scalar] = match;
    const at = tokens.lastIndex - (mark ?? string ?? scalar ?? "").length;
    const fault = () => faultAt(text, at, expects);
    if (expects === "end" || (!mark && !string && !scalar)) return fault();
    if (mark === "}" || mark === "]") {
      const closes = mark === "}" ? "{" : "[";
      const allowed = expects === "commaOrEnd" || expects === (mark === "}" ? "keyOrEnd" : "valueOrEnd");
      if (!allowed || open.pop() !== closes) return fault();
      afterValue();
    } else if (expects === "commaOrEnd") {
      if (mark !== ",") return fault();
      expects = open.at(-1) === "{" ? "key" : "value";
    } else if (expects === "colon") {
      if (mark !== ":") return fault();
      expects = "value";
    } else if (expects === "key" || expects === "keyOrEnd") {
      if (!string) return fault();
      expects = "colon";
    } else if (mark === "{" || mark === "[") {
      open.push(mark);
      expects = mark === "{" ? "keyOrEnd" : "valueOrEnd";
    } else if (mark) return fault();
    else afterValue();
  }
}

type Expected = keyof typeof words;

const words = {
  value: "a value",
  valueOrEnd: "a value or ]",
  keyOrEnd: "a key in double quotes or }",
  key: "a key in double quotes",
  colon: "a colon",
  commaOrEnd: "a comma or the closing bracket",
  end: "nothing more",
};

function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}

function faultAt(text: string, at: number, expects: Expected): JsonFault {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  const found = at >= text.length ? "the text ends" : `"${text[at]}" stands`;
  return { line, column, message: `${found} where ${words[expects]} was expected (line ${line}, column ${column})` };
}
