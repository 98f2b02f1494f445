import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Expression, type Function as FunctionNode, parseSync, type Statement, Visitor } from "oxc-parser";

/** A statement that a source file sends to the database. */
export interface SourceStatement {
  /** File and function, such as `store/runs/batch.ts startBatch`. */
  place: string;
  line: number;
  /** Where it starts in its file, in characters. */
  start: number;
  /** The constant of its module that holds it; null if it is written where it is sent. */
  constant: string | null;
  /** The statement as it is written in the source. */
  source: string;
  /** The name under which connections prepare it; null if they do not. */
  name: string | null;
  /** The possible texts; empty if they depend on values that are only known at run time. */
  texts: string[];
}

interface Module {
  file: string;
  source: string;
  program: ReturnType<typeof parseSync>["program"];
  /** Constants and functions of the module by name. */
  declared: Map<string, Expression | FunctionNode>;
  /** Imported names: the file and the name there. */
  imported: Map<string, { file: string; name: string }>;
  /** What the module exports, where it was loaded: texts that are computed once. */
  values: Record<string, unknown>;
}

/** Values of names in a scope: the possible texts, or the expression of a constant. */
type Scope = ReadonlyMap<string, readonly string[] | Expression | FunctionNode>;

const mostTexts = 64;
const mostDepth = 20;
const methods = new Set(["rows", "one", "run", "runAhead"]);

/** Every statement that the files below `folder` send by `rows`, `one`, `run` or `runAhead`, or name as `{ name, text }`. */
export async function listStatements(folder: string): Promise<SourceStatement[]> {
  const modules = new Map<string, Module>();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test|\.prove)\.ts$/.test(file),
  );
  for (const file of files) {
    const module = readModule(join(folder, file));
    if (file.startsWith("store/")) Object.assign(module.values, await import(module.file));
    modules.set(module.file, module);
  }
  return [...modules.values()].flatMap((module) => statementsOf(module, modules, folder));
}

function readModule(file: string): Module {
  const source = readFileSync(file, "utf8");
  const { program } = parseSync(file, source);
  const module: Module = { file, source, program, declared: new Map(), imported: new Map(), values: {} };
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration" && statement.source.value.startsWith(".")) {
      for (const one of statement.specifiers)
        if (one.type === "ImportSpecifier" && one.imported.type === "Identifier")
          module.imported.set(one.local.name, {
            file: join(dirname(file), statement.source.value),
            name: one.imported.name,
          });
    } else
      addDeclared(module.declared, statement.type === "ExportNamedDeclaration" ? statement.declaration : statement);
  }
  return module;
}

function addDeclared(into: Map<string, Expression | FunctionNode>, statement: Statement | null): void {
  if (statement?.type === "FunctionDeclaration" && statement.id !== null) into.set(statement.id.name, statement);
  if (statement?.type !== "VariableDeclaration" || statement.kind !== "const") return;
  for (const { id, init } of statement.declarations)
    if (id.type === "Identifier" && init !== null) into.set(id.name, init);
}

function statementsOf(module: Module, modules: Map<string, Module>, folder: string): SourceStatement[] {
  const found: SourceStatement[] = [];
  const locals: Map<string, Expression | FunctionNode>[] = [];
  const evaluate = (expression: Expression): string[] => {
    const scope = new Map<string, Expression | FunctionNode>();
    for (const declared of locals) for (const [name, value] of declared) scope.set(name, value);
    return new Evaluator(modules).textsOf(expression, module, scope, 0) ?? [];
  };
  const add = (at: number, name: string | null, text: Expression) => {
    found.push({
      place: `${relative(folder, module.file)} ${enclosing.at(-1) ?? "(top)"}`,
      line: module.source.slice(0, at).split("\n").length,
      start: at,
      constant: constants.get(at) ?? null,
      source: textIn(module, text),
      name,
      texts: evaluate(text),
    });
  };
  const constants = new Map([...module.declared].map(([name, { start }]) => [start, name]));
  const isPrepared = (expression: Expression): boolean =>
    expression.type === "Identifier" && module.declared.get(expression.name)?.type === "ObjectExpression";
  const enclosing: string[] = [];
  new Visitor({
    BlockStatement(block) {
      const declared = new Map<string, Expression | FunctionNode>();
      for (const statement of block.body) addDeclared(declared, statement);
      locals.push(declared);
    },
    "BlockStatement:exit"() {
      locals.pop();
    },
    FunctionDeclaration({ id }) {
      enclosing.push(id?.name ?? "");
    },
    "FunctionDeclaration:exit"() {
      enclosing.pop();
    },
    VariableDeclarator({ id }) {
      enclosing.push(enclosing[0] ?? (id.type === "Identifier" ? id.name : ""));
    },
    "VariableDeclarator:exit"() {
      enclosing.pop();
    },
    CallExpression(call) {
      const [first] = call.arguments;
      if (call.callee.type !== "MemberExpression" || call.callee.property.type !== "Identifier") return;
      if (!methods.has(call.callee.property.name) || first === undefined || first.type === "SpreadElement") return;
      const isQuery = call.callee.object.type === "Identifier" && /^q(uery)?$/.test(call.callee.object.name);
      if (isWritten(first) || (isQuery && isComputed(first) && !isPrepared(first))) add(first.start, null, first);
    },
    ObjectExpression(object) {
      const entry = (key: string) => {
        for (const property of object.properties)
          if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === key)
            return property.value;
        return undefined;
      };
      const [name, text] = [entry("name"), entry("text")];
      if (name !== undefined && text !== undefined && /\b(select|insert|update|delete)\b/.test(textIn(module, text)))
        add(object.start, textIn(module, name), text);
    },
  }).visit(module.program);
  return found;
}

const isWritten = ({ type }: Expression): boolean => ["TemplateLiteral", "Literal", "BinaryExpression"].includes(type);
const isComputed = ({ type }: Expression): boolean => ["CallExpression", "Identifier"].includes(type);

const textIn = (module: Module, { start, end }: { start: number; end: number }): string =>
  module.source.slice(start, end);

/** Evaluates what a text is made of: literals, templates, constants, choices and calls of functions that return one expression. */
class Evaluator {
  readonly #modules: Map<string, Module>;

  constructor(modules: Map<string, Module>) {
    this.#modules = modules;
  }

  textsOf(expression: Expression, module: Module, scope: Scope, depth: number): string[] | undefined {
    if (depth > mostDepth) return undefined;
    const next = (one: Expression): string[] | undefined => this.textsOf(one, module, scope, depth + 1);
    switch (expression.type) {
      case "Literal":
        return expression.value === null ? undefined : [String(expression.value)];
      case "TemplateLiteral": {
        let texts: string[] | undefined = [""];
        for (const [index, quasi] of expression.quasis.entries()) {
          texts = combine(texts, [quasi.value.cooked ?? ""]);
          const inner = expression.expressions[index];
          if (inner !== undefined) texts = combine(texts, next(inner));
        }
        return texts;
      }
      case "BinaryExpression":
        return expression.operator === "+"
          ? combine(next(expression.left as Expression), next(expression.right))
          : undefined;
      case "ConditionalExpression": {
        const holds = this.#compare(expression.test, module, scope, depth);
        if (holds !== undefined) return next(holds ? expression.consequent : expression.alternate);
        const [a, b] = [next(expression.consequent), next(expression.alternate)];
        return a && b ? limited([...a, ...b]) : undefined;
      }
      case "UnaryExpression":
        return expression.operator === "-" ? combine(["-"], next(expression.argument)) : undefined;
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
        return next(expression.expression);
      case "Identifier":
        return this.#ofName(expression.name, module, scope, depth);
      case "CallExpression":
        return expression.callee.type === "Identifier" ? this.#ofCall(expression, module, scope, depth) : undefined;
      default:
        return undefined;
    }
  }

  /** Whether an equality of two known texts holds. */
  #compare(test: Expression, module: Module, scope: Scope, depth: number): boolean | undefined {
    if (test.type !== "BinaryExpression" || test.operator !== "===") return undefined;
    const [left, ...otherLeft] = this.textsOf(test.left as Expression, module, scope, depth + 1) ?? [];
    const [right, ...otherRight] = this.textsOf(test.right, module, scope, depth + 1) ?? [];
    if (left === undefined || right === undefined || otherLeft.length + otherRight.length > 0) return undefined;
    return left === right;
  }

  #ofName(name: string, module: Module, scope: Scope, depth: number): string[] | undefined {
    const local = scope.get(name);
    if (Array.isArray(local)) return [...local];
    if (local !== undefined)
      return isFunction(local) ? undefined : this.textsOf(local as Expression, module, scope, depth + 1);
    const found = this.#find(name, module);
    if (found === undefined || isFunction(found.value)) return undefined;
    const texts = this.textsOf(found.value as Expression, found.module, new Map(), depth + 1);
    const computed = found.module.values[found.name];
    return texts ?? (typeof computed === "string" ? [computed] : undefined);
  }

  #find(name: string, module: Module): { value: Expression | FunctionNode; module: Module; name: string } | undefined {
    const value = module.declared.get(name);
    if (value !== undefined) return { value, module, name };
    const from = module.imported.get(name);
    const other = from === undefined ? undefined : this.#modules.get(from.file);
    return from === undefined || other === undefined ? undefined : this.#find(from.name, other);
  }

  #ofCall(
    call: Extract<Expression, { type: "CallExpression" }>,
    module: Module,
    scope: Scope,
    depth: number,
  ): string[] | undefined {
    if (call.callee.type !== "Identifier") return undefined;
    const local = scope.get(call.callee.name);
    const found =
      local !== undefined && !Array.isArray(local)
        ? { value: local as Expression | FunctionNode, module, name: call.callee.name }
        : this.#find(call.callee.name, module);
    if (found === undefined || !isFunction(found.value)) return undefined;
    const body = returned(found.value);
    if (body === undefined) return undefined;
    const inner = new Map<string, readonly string[] | Expression | FunctionNode>(found.module === module ? scope : []);
    for (const [index, parameter] of found.value.params.entries()) {
      const argument = call.arguments[index];
      const name = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
      if (name.type !== "Identifier") continue;
      const given = argument ?? (parameter.type === "AssignmentPattern" ? parameter.right : undefined);
      if (given === undefined || given.type === "SpreadElement") return undefined;
      const texts = this.textsOf(given, module, scope, depth + 1);
      if (texts === undefined) inner.delete(name.name);
      else inner.set(name.name, texts);
    }
    return this.textsOf(body, found.module, inner, depth + 1);
  }
}

type AnyFunction = Extract<Expression, { type: "ArrowFunctionExpression" }> | FunctionNode;

const isFunction = (node: Expression | FunctionNode | readonly string[]): node is AnyFunction =>
  "type" in node && /^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/.test(node.type);

/** The expression that a function returns if that is all it does. */
function returned(node: AnyFunction): Expression | undefined {
  const { body } = node;
  if (body === null) return undefined;
  if (body.type !== "BlockStatement") return body as Expression;
  const [only] = body.body;
  return body.body.length === 1 && only?.type === "ReturnStatement" ? (only.argument ?? undefined) : undefined;
}

/** Every text of `before` followed by every text of `after`. */
function combine(before: string[] | undefined, after: string[] | undefined): string[] | undefined {
  return before && after ? limited(before.flatMap((one) => after.map((other) => one + other))) : undefined;
}

const limited = (texts: string[]): string[] | undefined => (texts.length > mostTexts ? undefined : [...new Set(texts)]);
