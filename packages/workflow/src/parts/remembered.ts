/** Caches a function of a text. Definitions have few different values, so a full cache is emptied. */
export function remembered<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= 10_000) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
