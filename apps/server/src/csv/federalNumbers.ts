import { CsvFault } from "./csvFault.ts";
import type { RejectedRow } from "./dncRows.ts";
import { refuseOtherFiles } from "./readRows.ts";

/** The numbers of one area code in file order, each as its last seven digits. */
export interface AreaNumbers {
  areaCode: string;
  numbers: readonly number[];
}

export const numbersOfArea = 10_000_000;
/** Open area codes. The registry's files are sorted, so a completed area code does not return. */
const mostOpen = 16;

/**
 * Reads a file of the federal registry: one number per line, as `AAA,NNNNNNN` or ten digits. Returns numbers in chunks, so that the national file needs little memory.
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

  /** Lines read but not yet returned. */
  get held(): number {
    return this.#heldCount;
  }

  /** All area codes seen so far. */
  get areaCodes(): string[] {
    return [...this.#passed, ...this.#open].sort((a, b) => a - b).map(String);
  }

  /** Adds a chunk of the file. */
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

  /** Ends the file. */
  end(): void {
    if (this.#isFirst) throw new CsvFault("The file is empty");
    this.#endLine();
    if (this.total === 0)
      throw new CsvFault("The file contains no numbers in the registry's format, such as 212,5550100", {
        where: "line 1",
      });
  }

  /** Returns what was read since the last call. */
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
        `The file is not sorted: area code ${areaCode} appears again after ${mostOpen} others. Sort the file, or upload it in parts`,
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
