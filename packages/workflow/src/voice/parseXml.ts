/** An element of a document, with its first line. Names are as written. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly (XmlElement | string)[];
  line: number;
}

/** An error in a document, with its line. */
export class XmlError extends Error {
  override name = "XmlError";
  readonly line: number;
  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.line = line;
  }
}

/** Limits of a call script (telecom §9). */
const maxXmlLength = 65_536;

/** Longest and deepest document. */
export interface XmlLimits {
  length: number;
  depth: number;
}
const scriptLimits: XmlLimits = { length: maxXmlLength, depth: 32 };

const lineFeed = 10;
const nameStart = /[A-Za-z_:]/;
const nameRest = /[\w:.-]/;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * Parses a document strictly: elements, attributes, text, CDATA and comments. No DTD, only the five standard entities, no
 * processing instructions except the declaration, so that a document cannot fetch or expand anything (architecture, Security).
 */
export function parseXml(text: string, limits = scriptLimits): XmlElement {
  if (text.length > limits.length) throw new XmlError(1, `the document is longer than ${limits.length} characters`);
  return new XmlReader(text.replace(/^\uFEFF/, ""), limits.depth).document();
}

class XmlReader {
  private readonly text: string;
  private readonly maxDepth: number;
  private at = 0;
  /** Cache of the line number: a document is counted only once. */
  private counted = { line: 1, to: 0 };

  constructor(text: string, maxDepth: number) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  document(): XmlElement {
    if (/^<\?xml\s/.test(this.text)) this.skipTo("?>", "the XML declaration is not closed");
    this.misc();
    if (this.at >= this.text.length) this.fail("the document is empty");
    if (!this.looksAt("<")) this.fail("text before the first element");
    const root = this.element(1);
    this.misc();
    if (this.at < this.text.length) this.fail("something follows the last element");
    return root;
  }

  /** White space and comments around the root. */
  private misc(): void {
    for (;;) {
      this.space();
      if (!this.looksAt("<!--")) return;
      this.comment();
    }
  }

  private element(depth: number): XmlElement {
    if (depth > this.maxDepth) this.fail(`elements are nested deeper than ${this.maxDepth}`);
    const line = this.line();
    if (this.looksAt("<!")) this.fail("declarations such as DOCTYPE are not allowed");
    if (this.looksAt("<?")) this.fail("processing instructions are not allowed");
    this.at++;
    const name = this.name("an element's name");
    const attributes = this.attributes(name);
    if (this.looksAt("/>")) {
      this.at += 2;
      return { name, attributes, children: [], line };
    }
    this.expect(">", `<${name}> is not closed with >`);
    return { name, attributes, children: this.children(name, line, depth), line };
  }

  private attributes(of: string): Map<string, string> {
    const found = new Map<string, string>();
    for (;;) {
      const before = this.at;
      this.space();
      if (this.at >= this.text.length) this.fail(`<${of}> is not closed with >`);
      if (this.looksAt(">") || this.looksAt("/>")) return found;
      if (before === this.at) this.fail(`<${of}> needs a space before its next attribute`);
      const name = this.name("an attribute's name");
      if (found.has(name)) this.fail(`<${of}> has the attribute ${name} twice`);
      this.space();
      this.expect("=", `the attribute ${name} has no value`);
      this.space();
      found.set(name, this.quoted(name));
    }
  }

  private quoted(name: string): string {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") this.fail(`the value of ${name} must be in quotes`);
    const end = this.text.indexOf(quote as string, this.at + 1);
    if (end < 0) this.fail(`the value of ${name} is not closed`);
    const raw = this.text.slice(this.at + 1, end);
    if (raw.includes("<")) this.fail(`the value of ${name} holds <`);
    const value = this.decoded(raw);
    this.at = end + 1;
    return value;
  }

  private children(name: string, opened: number, depth: number): (XmlElement | string)[] {
    const children: (XmlElement | string)[] = [];
    for (;;) {
      const next = this.text.indexOf("<", this.at);
      if (next < 0) {
        this.at = this.text.length;
        throw new XmlError(opened, `<${name}> is never closed`);
      }
      if (next > this.at) {
        children.push(this.decoded(this.text.slice(this.at, next)));
        this.at = next;
      }
      if (this.looksAt("</")) {
        this.at += 2;
        const closed = this.name("an element's name");
        if (closed !== name) this.fail(`</${closed}> closes <${name}> of line ${opened}`);
        this.space();
        this.expect(">", `</${closed}> is not closed with >`);
        return children;
      }
      if (this.looksAt("<!--")) this.comment();
      else if (this.looksAt("<![CDATA[")) {
        const from = this.at + 9;
        this.skipTo("]]>", "CDATA is not closed");
        children.push(this.text.slice(from, this.at - 3));
      } else children.push(this.element(depth + 1));
    }
  }

  /** Text with its entities replaced. Any other `&` is an error. */
  private decoded(raw: string): string {
    if (!raw.includes("&")) return raw;
    return raw.replace(/&([^;&\s]{0,12};?)/g, (_, inner: string) => {
      const name = inner.endsWith(";") ? inner.slice(0, -1) : undefined;
      const known = name === undefined ? undefined : (this.reference(name) ?? undefined);
      return (
        known ?? this.fail(`&${inner} is not an entity. Use &lt; &gt; &amp; &quot; or &apos;, and write & as &amp;`)
      );
    });
  }

  private reference(name: string): string | null {
    if (Object.hasOwn(entities, name)) return entities[name] ?? null;
    const match = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(name);
    if (!match) return null;
    const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
    const allowed = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff);
    return allowed && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : null;
  }

  private comment(): void {
    this.skipTo("-->", "a comment is not closed");
  }

  private name(what: string): string {
    const from = this.at;
    if (!nameStart.test(this.text[from] ?? "")) this.fail(`${what} is missing`);
    while (nameRest.test(this.text[this.at] ?? "")) this.at++;
    return this.text.slice(from, this.at);
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }

  private looksAt(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  private expect(text: string, otherwise: string): void {
    if (!this.looksAt(text)) this.fail(otherwise);
    this.at += text.length;
  }

  private skipTo(end: string, otherwise: string): void {
    const found = this.text.indexOf(end, this.at);
    if (found < 0) this.fail(otherwise);
    this.at = found + end.length;
  }

  private line(): number {
    let { line, to } = this.counted;
    for (; to < this.at; to++) if (this.text.charCodeAt(to) === lineFeed) line++;
    this.counted = { line, to };
    return line;
  }

  private fail(message: string): never {
    throw new XmlError(this.line(), message);
  }
}
