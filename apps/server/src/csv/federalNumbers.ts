import { CsvFault } from "./csvFault.ts";
import type { RejectedRow } from "./dncRows.ts";
import { refuseOtherFiles } from "./readRows.ts";

/** The numbers of one area code: a bit for each of its ten million. */
export interface AreaBits {
  areaCode: string;
  bits: Buffer;
  numbers: number;
}

export const numbersOfArea = 10_000_000;
/** Area codes held at a time: the registry's files are sorted, so that one that has passed does not come again. */
const mostOpen = 16;
const rejectsKept = 50;

/**
 * Reads a file of the federal registry: one number a line, as `AAA,NNNNNNN` or ten digits. Area codes are given out as
 * they are complete, so that the whole country passes through in little memory.
 */
export class FederalNumbers {
  readonly #open = new Map<string, AreaBits>();
  readonly #passed = new Set<string>();
  readonly rejected: RejectedRow[] = [];
  rejectedCount = 0;
  total = 0;
  #line = 1;
  #digits = 0;
  #count = 0;
  #isOther = false;
  #isFirst = true;

  /** Takes a piece in; answers the area codes that it has completed. */
  take(piece: Buffer): AreaBits[] {
    if (this.#isFirst && piece.length > 0) {
      refuseOtherFiles(piece);
      this.#isFirst = false;
    }
    const complete: AreaBits[] = [];
    for (const byte of piece) {
      if (byte >= 48 && byte <= 57) {
        this.#digits = this.#digits * 10 + (byte - 48);
        this.#count += 1;
      } else if (byte === 10) this.#endLine(complete);
      else if (byte !== 44 && byte !== 13 && byte !== 32 && byte !== 34 && byte !== 45) this.#isOther = true;
    }
    return complete;
  }

  /** The area codes that are left at the end. */
  end(): AreaBits[] {
    const complete: AreaBits[] = [];
    if (this.#isFirst) throw new CsvFault("The file is empty");
    this.#endLine(complete);
    complete.push(...this.#open.values());
    this.#open.clear();
    if (this.total === 0)
      throw new CsvFault("The file holds no numbers as the registry writes them, such as 212,5550100", {
        where: "line 1",
      });
    return complete;
  }

  #endLine(complete: AreaBits[]): void {
    const areaCode = Math.floor(this.#digits / numbersOfArea);
    const isNumber = this.#count === 10 && !this.#isOther && areaCode >= 200;
    if (isNumber) this.#set(String(areaCode), this.#digits % numbersOfArea, complete);
    else if (this.#count > 0 || this.#isOther) {
      this.rejectedCount += 1;
      if (this.rejected.length < rejectsKept)
        this.rejected.push({ line: this.#line, reason: "is not an area code and seven digits", text: "" });
    }
    this.#line += 1;
    this.#digits = 0;
    this.#count = 0;
    this.#isOther = false;
  }

  #set(areaCode: string, number: number, complete: AreaBits[]): void {
    const area = this.#open.get(areaCode) ?? this.#begin(areaCode, complete);
    const at = number >> 3;
    const bit = 1 << (number & 7);
    const before = area.bits[at] ?? 0;
    if ((before & bit) === 0) {
      area.bits[at] = before | bit;
      area.numbers += 1;
    }
    this.total += 1;
  }

  #begin(areaCode: string, complete: AreaBits[]): AreaBits {
    if (this.#passed.has(areaCode))
      throw new CsvFault(
        `The file is not sorted: area code ${areaCode} comes again behind ${mostOpen} others. Sort it, or load it in parts`,
        { where: `line ${this.#line}` },
      );
    const oldest = this.#open.size >= mostOpen ? this.#open.values().next().value : undefined;
    if (oldest) {
      this.#open.delete(oldest.areaCode);
      this.#passed.add(oldest.areaCode);
      complete.push(oldest);
    }
    const area: AreaBits = { areaCode, bits: Buffer.alloc(numbersOfArea / 8), numbers: 0 };
    this.#open.set(areaCode, area);
    return area;
  }
}
