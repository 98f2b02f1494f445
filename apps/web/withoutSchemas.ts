import { parseSync } from "vite";

interface Syntax {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}
/** What replaces a part of the code. */
type Edit = readonly [start: number, end: number, text: string];
/** A constant at the top of a file. */
interface Made {
  name: string;
  init: Syntax;
}

/** What of an endpoint only the server and its documentation read. */
const unread = new Set([
  ...["summary", "description", "params", "query", "item", "leased", "secretAnswer"],
  ...["privilege", "orPrivilege", "notViewers", "pagedBy", "maxBodyBytes"],
]);

/** The file of the schemas of a file. */
const asSchemas = "?schemas";

/**
 * A file of the contract as pages need it: endpoints without schemas, by which only the server checks. What else is made
 * when the file is loaded is in a file of its own, for the forms that check by it (decision 0119).
 */
export function withoutSchemas(code: string, id: string): string {
  const { program, errors } = parseSync("contract.ts", code);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const body = program.body as unknown as Syntax[];
  const made = body.flatMap(constantsOf);
  const endpoints = made.flatMap(({ init }) => listEndpoints(init));
  const spread = namesOfSpread(endpoints.map(objectOf), made);
  const parts = made.filter(({ name }) => spread.has(name)).map(({ init }) => plain(init));
  const edits = [
    ...endpoints.map((one): Edit => [one.start, one.end, `(${shortened(code, objectOf(one))})`]),
    ...parts.map((object): Edit => [object.start, object.end, shortened(code, object)]),
  ];
  const computed = made.filter(({ init }) => isMade(init, new Set(parts)));
  edits.push(...computed.flatMap(({ init }) => droppable(init)));
  const names = namesOfSchemas(computed);
  if (names.length === 0) return edited(code, edits);
  if (id.endsWith(asSchemas)) {
    const inner = names.filter((name) => !body.some((statement) => exportsName(statement, name)));
    return `${edited(code, edits)}\nexport { ${inner.join(", ")} };`;
  }
  const moved = body.filter((statement) => constantsOf(statement).some(({ name }) => names.includes(name)));
  const own = `./${id.replace(/^.*\//, "")}${asSchemas}`;
  const outer = names.filter((name) => moved.some((statement) => exportsName(statement, name)));
  const left = edited(code, [...edits, ...moved.map(({ start, end }): Edit => [start, end, ""])]);
  return `import { ${names.join(", ")} } from "${own}";\n${left}\nexport { ${outer.join(", ")} };`;
}

/** The constants that are made with zod, or from others that are. */
function namesOfSchemas(computed: readonly Made[]): string[] {
  const names = new Set(["z"]);
  // a constant stands after those that it is made from
  for (const { name, init } of computed) if (mentions(init, names)) names.add(name);
  names.delete("z");
  return [...names];
}

function mentions(part: Syntax, names: ReadonlySet<string>): boolean {
  if (part.type === "Identifier") return names.has(String(part["name"]));
  if (part.type === "Property") return mentions(part["value"] as Syntax, names);
  if (part.type === "MemberExpression") return mentions(part["object"] as Syntax, names);
  const inner = isEndpoint(part) ? readOf(objectOf(part)).filter((one) => nameOf(one) !== "body") : partsOf(part);
  return inner.some((one) => mentions(one, names));
}

/** Marks what makes a value as something without which the file is the same. */
const droppable = ({ start, end }: Syntax): Edit[] => [
  [start, start, "/* @__PURE__ */ (() => ("],
  [end, end, "))()"],
];

const exportsName = (statement: Syntax, name: string): boolean =>
  statement.type === "ExportNamedDeclaration" && constantsOf(statement).some((one) => one.name === name);

/** The constants of a statement at the top of a file. */
function constantsOf(statement: Syntax): Made[] {
  const declared = (statement["declaration"] ?? statement) as Syntax;
  if (declared.type !== "VariableDeclaration") return [];
  return (declared["declarations"] as Syntax[]).flatMap((one) =>
    one["init"] === null ? [] : { name: String((one["id"] as Syntax)["name"]), init: one["init"] as Syntax },
  );
}

const isSyntax = (value: unknown): value is Syntax => typeof value === "object" && value !== null && "type" in value;

const partsOf = (part: Syntax): Syntax[] => Object.values(part).flat().filter(isSyntax);

const isEndpoint = (part: Syntax): boolean =>
  part.type === "CallExpression" && (part["callee"] as Syntax)["name"] === "route";

const listEndpoints = (part: Syntax): Syntax[] =>
  isEndpoint(part) ? [part] : partsOf(part).flatMap((inner) => listEndpoints(inner));

/** Without `as const` and the like. */
const plain = (part: Syntax): Syntax =>
  /^TS(As|Satisfies|NonNull)Expression$/.test(part.type) ? plain(part["expression"] as Syntax) : part;

const objectOf = (endpoint: Syntax): Syntax => plain((endpoint["arguments"] as Syntax[])[0] as Syntax);

const propertiesOf = (object: Syntax): Syntax[] =>
  object.type === "ObjectExpression" ? (object["properties"] as Syntax[]) : [];

const nameOf = (property: Syntax): string =>
  property.type === "Property" ? String((property["key"] as Syntax)["name"]) : "";

const readOf = (object: Syntax): Syntax[] => propertiesOf(object).filter((property) => !unread.has(nameOf(property)));

/** An endpoint, or a part of several, with what pages read. Of a body they only ask whether there is one. */
const shortened = (code: string, object: Syntax): string =>
  `{ ${readOf(object)
    .map((property) => (nameOf(property) === "body" ? "body: true" : code.slice(property.start, property.end)))
    .join(", ")} }`;

/** The constants that objects contain by `...name`, and those that these contain. */
function namesOfSpread(objects: readonly Syntax[], made: readonly Made[], found = new Set<string>()): Set<string> {
  for (const property of objects.flatMap(propertiesOf)) {
    const name = property.type === "SpreadElement" ? (property["argument"] as Syntax)["name"] : undefined;
    if (typeof name !== "string" || found.has(name)) continue;
    found.add(name);
    const inner = made.filter((one) => one.name === name).map(({ init }) => plain(init));
    namesOfSpread(inner, made, found);
  }
  return found;
}

/** Whether something is called when the file is loaded, apart from what is cut. */
function isMade(part: Syntax, cut: ReadonlySet<Syntax>): boolean {
  if (/Function/.test(part.type)) return false;
  const object = isEndpoint(part) ? objectOf(part) : part;
  if (object !== part || cut.has(part))
    return readOf(object).some((property) => nameOf(property) !== "body" && isMade(property, cut));
  if (["CallExpression", "NewExpression"].includes(part.type)) return true;
  return partsOf(part).some((inner) => isMade(inner, cut));
}

/** The code with all edits; what wraps a part goes around what replaces it, and what is gone is not changed. */
const edited = (code: string, edits: readonly Edit[]): string =>
  edits
    .filter(
      (one) => !edits.some((other) => other !== one && other[2] === "" && other[0] <= one[0] && one[1] <= other[1]),
    )
    .toSorted(([start, end], [otherStart, otherEnd]) => otherStart - start || otherEnd - end)
    .reduce((text, [start, end, words]) => text.slice(0, start) + words + text.slice(end), code);
