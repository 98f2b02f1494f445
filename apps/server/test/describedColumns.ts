import type pg from "pg";

/** A column of a statement's answer, as PostgreSQL describes it. */
export interface DescribedColumn {
  name: string;
  /** The type's OID. */
  type: number;
  /** The table whose column this is, unchanged; 0 for an expression. */
  table: number;
  /** The column's number in that table. */
  column: number;
}

interface Connection {
  parse(statement: { text: string; name: string }): void;
  describe(target: { type: "S"; name: string }): void;
  sync(): void;
}

/** The columns that a statement answers, without running it. PostgreSQL's error if it cannot be prepared. */
export function describeColumns(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: DescribedColumn[] = [];
    let problem: Error | undefined;
    client.query({
      submit(connection: pg.Connection) {
        const wire = connection as unknown as Connection;
        wire.parse({ text, name: "" });
        wire.describe({ type: "S", name: "" });
        wire.sync();
      },
      handleRowDescription({
        fields,
      }: {
        fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
      }) {
        columns = fields.map((field) => ({
          name: field.name,
          type: field.dataTypeID,
          table: field.tableID,
          column: field.columnID,
        }));
      },
      handleError(error: Error) {
        problem = error;
      },
      handleReadyForQuery() {
        if (problem === undefined) resolve(columns);
        else reject(problem);
      },
    } as unknown as pg.Submittable);
  });
}
