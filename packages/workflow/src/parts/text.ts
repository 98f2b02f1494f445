/** A text with its variables filled in, and the names of those that had no value. */
export interface Rendered {
  text: string;
  missing: string[];
}

const plainVariable = /\$\{\s*([A-Za-z_][\w.]*)\s*\}/g;

/** A template's text for one contact. A missing variable prints as nothing and is reported (decisions, Variables in texts). */
export function renderText(template: string, read: (name: string) => string | undefined): Rendered {
  const missing: string[] = [];
  const text = template.replace(plainVariable, (_, name: string) => {
    const value = read(name);
    if (value === undefined || value === "") missing.push(name);
    return value ?? "";
  });
  return { text, missing };
}
