/** The first error in a JSON text. */
export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

const tokens = /[ \t\r\n]*(?:([{}[\],:"])|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|$)/y;

const expectations = {
  value: "a value",
  valueOrEnd: "a value or ]",
  keyOrEnd: "a key in double quotes or }",
  key: "a key in double quotes",
  colon: "a colon",
  commaOrEnd: "a comma or the closing bracket",
  end: "nothing more",
};
type Expected = keyof typeof expectations;

/** Finds the first error in a text that JSON.parse refused. The message of JSON.parse has no position for short texts. */
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
    if (!match) return unexpected(text, skipSpace(text, start), expects);
    const [, mark, scalar] = match;
    const at = tokens.lastIndex - (mark ?? scalar ?? "").length;
    const wantsKey = expects === "key" || expects === "keyOrEnd";
    const wantsValue = expects === "value" || expects === "valueOrEnd";
    if (mark === '"' && (wantsKey || wantsValue)) {
      const end = endOfString(text, at + 1);
      if (text[end] !== '"') return faultInString(text, end);
      tokens.lastIndex = end + 1;
      if (wantsKey) expects = "colon";
      else afterValue();
    } else if (mark === "}" || mark === "]") {
      const closes = mark === "}" ? "{" : "[";
      const allowed = expects === "commaOrEnd" || expects === (mark === "}" ? "keyOrEnd" : "valueOrEnd");
      if (!allowed || open.at(-1) !== closes) return unexpected(text, at, expects);
      open.pop();
      afterValue();
    } else if (mark === "," && expects === "commaOrEnd") expects = open.at(-1) === "{" ? "key" : "value";
    else if (mark === ":" && expects === "colon") expects = "value";
    else if ((mark === "{" || mark === "[") && wantsValue) {
      open.push(mark);
      expects = mark === "{" ? "keyOrEnd" : "valueOrEnd";
    } else if (scalar && wantsValue) afterValue();
    else return unexpected(text, at, expects);
  }
}

const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where a string ends or has an error. A loop instead of a pattern, because the text may be large and hostile. */
function endOfString(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) {
      escapes.lastIndex = at;
      if (!escapes.test(text)) return at;
      at = escapes.lastIndex - 1;
    } else if (code === 0x22 || !(code >= 0x20)) return at;
  }
}

function faultInString(text: string, at: number): JsonFault {
  const open = at >= text.length || text[at] === "\n" || text[at] === "\r";
  return faultAt(text, at, open ? "a string is not closed" : "a character in a string must be escaped");
}

function unexpected(text: string, at: number, expects: Expected): JsonFault {
  const found = at >= text.length ? "the end of the text" : `"${text[at]}"`;
  return faultAt(text, at, `expected ${expectations[expects]} but found ${found}`);
}

function faultAt(text: string, at: number, what: string): JsonFault {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  return { line, column, message: `${what} (line ${line}, column ${column})` };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}
