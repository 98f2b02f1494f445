/** Where JSON text stops being JSON. */
export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

const tokens = /[ \t\r\n]*(?:([{}[\],:"])|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|$)/y;

const words = {
  value: "a value",
  valueOrEnd: "a value or ]",
  keyOrEnd: "a key in double quotes or }",
  key: "a key in double quotes",
  colon: "a colon",
  commaOrEnd: "a comma or the closing bracket",
  end: "nothing more",
};
type Expected = keyof typeof words;

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

/** Where a string ends or goes wrong. A loop and no pattern: the text may have megabytes and be made to hurt. */
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
  return faultAt(text, at, open ? "a text in double quotes is not closed" : "a character in a text must be escaped");
}

function unexpected(text: string, at: number, expects: Expected): JsonFault {
  const found = at >= text.length ? "the text ends" : `"${text[at]}" stands`;
  return faultAt(text, at, `${found} where ${words[expects]} was expected`);
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
