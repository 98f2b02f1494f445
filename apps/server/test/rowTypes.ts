import { join, relative } from "node:path";
import type { Node } from "typescript/unstable/ast";
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from "typescript/unstable/ast/is";
import { API, type Checker, type Type } from "typescript/unstable/sync";

/** What TypeScript expects of one column of a row. */
export interface ExpectedColumn {
  name: string;
  isOptional: boolean;
  isNullable: boolean;
  /** `other` covers JSON, dates and everything else. */
  kind: "string" | "number" | "boolean" | "list" | "other";
}

/** The row that a call of `rows` or `one` returns. */
export interface RowType {
  /** The file below the folder that was asked for. */
  file: string;
  /** Where the call's first argument starts, in characters. */
  start: number;
  /** The first argument if it is a name. */
  name: string | null;
  columns: ExpectedColumn[];
}

const root = join(import.meta.dirname, "../../..");
const methods = new Set(["rows", "one"]);

/** The rows that calls of `rows` and `one` below a folder return, as the compiler sees them. Rows without a type of their own are left out. */
export function listRowTypes(folder: string): RowType[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProject: join(root, "tsconfig.json") });
    const project = snapshot.getProjects()[0];
    if (project === undefined) throw new Error("The compiler opened no project");
    const { program, checker } = project;
    return program
      .getSourceFileNames()
      .filter((name) => name.startsWith(`${folder}/`) && !/\.(test|prove)\.ts$/.test(name))
      .flatMap((name) => {
        const source = program.getSourceFile(name);
        return source === undefined ? [] : rowTypesIn(source, relative(folder, name), checker);
      });
  } finally {
    api.close();
  }
}

function rowTypesIn(source: Node, file: string, checker: Checker): RowType[] {
  const found: RowType[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression) && isIdentifier(node.expression.name)) {
      const [statement] = node.arguments;
      const row = methods.has(node.expression.name.text) ? rowOf(checker.getTypeAtLocation(node), checker) : undefined;
      const columns = row === undefined ? [] : columnsOf(row, checker);
      if (statement !== undefined && columns.length > 0)
        found.push({
          file,
          start: statement.getStart(),
          name: isIdentifier(statement) ? statement.text : null,
          columns,
        });
    }
    node.forEachChild((child) => {
      visit(child);
      return undefined;
    });
  };
  visit(source);
  return found;
}

/** The row in `Promise<Row[]>` or `Promise<Row | null>`. */
function rowOf(answer: Type | undefined, checker: Checker): Type | undefined {
  if (answer === undefined || !answer.isTypeReference()) return undefined;
  const [inside] = checker.getTypeArguments(answer);
  if (inside === undefined) return undefined;
  if (checker.isArrayType(inside) && inside.isTypeReference()) return checker.getTypeArguments(inside)[0];
  return checker.getNonNullableType(inside);
}

const columnsOf = (row: Type, checker: Checker): ExpectedColumn[] =>
  checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property) ?? checker.getAnyType();
    const some = checker.getNonNullableType(type) ?? type;
    const isA = (other: Type): boolean => checker.isTypeAssignableTo(some, other);
    const isOptional = checker.isTypeAssignableTo(checker.getUndefinedType(), type);
    return {
      name: property.name,
      isOptional,
      isNullable: isOptional || checker.isTypeAssignableTo(checker.getNullType(), type),
      kind: isA(checker.getStringType())
        ? "string"
        : isA(checker.getNumberType())
          ? "number"
          : isA(checker.getBooleanType())
            ? "boolean"
            : checker.isArrayLikeType(some)
              ? "list"
              : "other",
    };
  });
