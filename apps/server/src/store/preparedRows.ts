import pg from "pg";
import { getTypeParser } from "./typeParsers.ts";

/** What the server says of a column. */
interface Column {
  name: string;
  dataTypeID: number;
}

type Values = readonly (string | null)[];
type MakeRow = (values: Values) => object;

/** What a statement gave. */
export interface PreparedAnswer {
  rows: object[];
  rowCount: number | null;
}

/** By the names and types of the columns. */
const makers = new Map<string, MakeRow>();

/**
 * A statement that its connection prepares once under its name. A row is made by code that is written out once for the
 * columns. The driver's own way makes a list of each row and looks for the name and the reader of every column.
 */
class PreparedQuery extends pg.Query {
  private readonly made: object[] = [];
  private makeRow: MakeRow | undefined;
  private unreadable: unknown;

  constructor(
    statement: { name: string; text: string; values: unknown[] | undefined },
    answered: (error: unknown, answer?: PreparedAnswer) => void,
  ) {
    super(statement, undefined, (error: unknown, result?: { rowCount: number | null }) => {
      if (error || this.unreadable) answered(error ?? this.unreadable);
      else answered(null, { rows: this.made, rowCount: result?.rowCount ?? null });
    });
  }

  /** Called by the driver before the first row. */
  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.makeRow = makerOf(fields);
  }

  /** Called by the driver for each row. */
  handleDataRow({ fields }: { fields: Values }): void {
    if (this.makeRow === undefined) return;
    try {
      this.made.push(this.makeRow(fields));
    } catch (error) {
      this.unreadable ??= error;
    }
  }
}

/** Asks on this connection. */
export const askPrepared = (
  client: pg.ClientBase,
  statement: { name: string; text: string; values: unknown[] | undefined },
): Promise<PreparedAnswer> =>
  new Promise((resolve, reject) => {
    client.query(
      new PreparedQuery(statement, (error, answer) => {
        if (answer === undefined) reject(error);
        else resolve(answer);
      }),
    );
  });

const text = 25;
const isText = getTypeParser(text);
/** int2, int4, float4 and float8. */
const numbers: ReadonlySet<number> = new Set([21, 23, 700, 701]);

function makerOf(columns: readonly Column[]): MakeRow {
  const key = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const known = makers.get(key);
  if (known !== undefined) return known;
  const readers = columns.map(({ dataTypeID }) => getTypeParser(dataTypeID));
  const parts = columns.map(({ name, dataTypeID }, index) => {
    const value = `values[${index}]`;
    const read = numbers.has(dataTypeID) ? `Number(${value})` : `readers[${index}](${value})`;
    return `${JSON.stringify(name)}: ${readers[index] === isText ? value : `${value} === null ? null : ${read}`}`;
  });
  const write = new Function("readers", `return (values) => ({ ${parts.join(", ")} });`) as (
    readers: readonly unknown[],
  ) => MakeRow;
  const made = write(readers);
  makers.set(key, made);
  return made;
}
