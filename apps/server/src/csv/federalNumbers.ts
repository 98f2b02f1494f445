import { CsvFault } from "./csvFault.ts";
import type { RejectedRow } from "./dncRows.ts";
import { refuseOtherFiles } from "./readRows.ts";

/** Numbers of one area code as they stood in a file: the last seven digits of each. */
export interface AreaNumbers {
  areaCode: string;
  numbers: readonly number[];
}

export const numbersOfArea = 10_000_000;
/** Area codes at a time: the registry's files are sorted, so that one that has passed does not come again. */
const mostOpen = 16;

/**
 * Reads a file of the federal registry: one number a line, as `AAA,NNNNNNN` or ten digits. What was read is given out in
 * pieces, so that the whole country passes through in little memory.
 */
export class FederalNumbers {
  readonly #open = new Set<number>();
  readonly #passed = new Set<number>();
  #held = new Map<number, number[]>();
  #rejected: RejectedRow[] = [];
  rejectedCount = 0;
  total = 0;
  #line = 1;
  #digits = 0;
  #count = 0;
  #isOther = false;
  #isFirst = true;
  #heldCount = 0;

  /** Lines that were read and not given out yet. */
  get held(): number {
    return this.#heldCount;
  }

  /** Every area code that has come so far. */
  get areaCodes(): string[] {
    return [...this.#passed, ...this.#open].sort((a, b) => a - b).map(String);
  }

  /** Takes a piece in. */
  take(piece: Buffer): void {
    if (this.#isFirst && piece.length > 0) {
      refuseOtherFiles(piece);
      this.#isFirst = false;
    }
    for (const byte of piece) {
      if (byte >= 48 && byte <= 57) {
        this.#digits = this.#digits * 10 + (byte - 48);
        this.#count += 1;
      } else if (byte === 10) this.#endLine();
      else if (byte !== 44 && byte !== 13 && byte !== 32 && byte !== 34 && byte !== 45) this.#isOther = true;
    }
  }

  /** The file has come to its end. */
  end(): void {
    if (this.#isFirst) throw new CsvFault("The file is empty");
    this.#endLine();
    if (this.total === 0)
      throw new CsvFault("The file holds no numbers as the registry writes them, such as 212,5550100", {
        where: "line 1",
      });
  }

  /** Gives out what was read since the last time. */
  give(): { areas: AreaNumbers[]; rejected: RejectedRow[] } {
    const areas = [...this.#held].map(([areaCode, numbers]) => ({ areaCode: String(areaCode), numbers }));
    const rejected = this.#rejected;
    this.#held = new Map();
    this.#rejected = [];
    this.#heldCount = 0;
    return { areas, rejected };
  }

  #endLine(): void {
    const areaCode = Math.floor(this.#digits / numbersOfArea);
    const isNumber = this.#count === 10 && !this.#isOther && areaCode >= 200;
    if (isNumber) this.#keep(areaCode, this.#digits % numbersOfArea);
    else if (this.#count > 0 || this.#isOther) {
      this.rejectedCount += 1;
      this.#heldCount += 1;
      this.#rejected.push({ line: this.#line, reason: "is not an area code and seven digits", text: "" });
    }
    this.#line += 1;
    this.#digits = 0;
    this.#count = 0;
    this.#isOther = false;
  }

  #keep(areaCode: number, number: number): void {
    if (!this.#open.has(areaCode)) this.#begin(areaCode);
    const numbers = this.#held.get(areaCode);
    if (numbers) numbers.push(number);
    else this.#held.set(areaCode, [number]);
    this.#heldCount += 1;
    this.total += 1;
  }

  #begin(areaCode: number): void {
    if (this.#passed.has(areaCode))
      throw new CsvFault(
        `The file is not sorted: area code ${areaCode} comes again behind ${mostOpen} others. Sort it, or load it in parts`,
        { where: `line ${this.#line}` },
      );
    const oldest = this.#open.size >= mostOpen ? this.#open.values().next().value : undefined;
    if (oldest !== undefined) {
      this.#open.delete(oldest);
      this.#passed.add(oldest);
    }
    this.#open.add(areaCode);
  }
}
