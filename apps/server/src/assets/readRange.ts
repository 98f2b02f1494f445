/** The range that a Range header requests. Null means the whole file, also for several ranges or an invalid header. */
export function readRange(
  header: string | undefined,
  bytes: number,
): { begin: number; end: number } | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const begin = Math.max(0, bytes - Number(last));
    return begin < bytes ? { begin, end: bytes } : "unsatisfiable";
  }
  if (last !== "" && Number(last) < Number(first)) return null;
  if (Number(first) >= bytes) return "unsatisfiable";
  return { begin: Number(first), end: last === "" ? bytes : Math.min(bytes, Number(last) + 1) };
}
