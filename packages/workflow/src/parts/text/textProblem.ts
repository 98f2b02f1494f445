/** Why a template cannot be parsed or can never run. Available once the templates' language is loaded (`text.ts`). */
let findProblem: (template: string) => string | undefined = () => undefined;

/** Called by the language on load. Pages open without it (decisions 0046 and 0120). */
export function setTextCheck(find: typeof findProblem): void {
  findProblem = find;
}

/** Why a template cannot be parsed or can never run, with line and column, or undefined. Checked on every save. */
export const textProblem = (template: string): string | undefined => findProblem(template);
