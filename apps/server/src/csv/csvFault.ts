/** The whole file cannot be imported. None of it is stored. */
export class CsvFault extends Error {
  override name = "CsvFault";
  /** For example `line 12, byte 3`, if the fault has a position. */
  readonly where: string | undefined;
  /** The file is too large. */
  readonly isTooLarge: boolean;

  constructor(message: string, how: { where?: string; isTooLarge?: boolean } = {}) {
    super(message);
    this.where = how.where;
    this.isTooLarge = how.isTooLarge ?? false;
  }
}
