// Carriers answer a submit with one spelling of their id and name it in receipts with another (telecom §2.3).

/** How receipts write the id: as the answer did, in decimal where the answer was hexadecimal, or the other way round. */
export type IdForm = "same" | "decimal" | "hex";

/** An answer's id as it is compared. */
export const answerKey = (id: string, form: IdForm): string =>
  form === "decimal" ? inBase(id, 16) : form === "hex" ? inBase(id, 10) : plain(id);

/** The id of a receipt as it is compared: from its text, else from its optional field. Null when it names none. */
export function receiptKey(
  { written, named }: { written?: string | undefined; named?: string | undefined },
  form: IdForm,
): string | null {
  // a carrier that writes the field in another way than the text writes it as it answered
  if (named !== undefined && written !== undefined && plain(named) !== plain(written)) return answerKey(named, form);
  const id = named ?? written;
  if (id === undefined || id === "") return null;
  return form === "decimal" ? inBase(id, 10) : form === "hex" ? inBase(id, 16) : plain(id);
}

/** Zeros in front and the case of letters mean nothing. */
const plain = (id: string): string => {
  const trimmed = id.trim().toLowerCase();
  return trimmed.replace(/^0+(?=[\da-f])/, "");
};

function inBase(id: string, base: 10 | 16): string {
  const digits = plain(id);
  if (!(base === 16 ? /^[\da-f]+$/ : /^\d+$/).test(digits)) return digits;
  return BigInt(base === 16 ? `0x${digits}` : digits).toString();
}
