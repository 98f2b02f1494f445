/** A file that cannot be imported at all; nothing of it is kept. */
export class CsvFault extends Error {
  override name = "CsvFault";
  /** `line 12, byte 3`, where the fault has a place. */
  readonly where: string | undefined;
  /** The file is larger than may be. */
  readonly isTooLarge: boolean;

  constructor(message: string, how: { where?: string; isTooLarge?: boolean } = {}) {
    super(message);
    this.where = how.where;
    this.isTooLarge = how.isTooLarge ?? false;
  }
}
