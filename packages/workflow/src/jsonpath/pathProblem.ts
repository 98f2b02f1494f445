/** The error of a path. Available once the paths' language is loaded (`queryJson.ts`). */
let findProblem: (path: string) => string | undefined = () => undefined;

/** Called by the language on load. Pages open without it (decisions 0046 and 0120). */
export function setPathCheck(find: typeof findProblem): void {
  findProblem = find;
}

/** The error of a path, or undefined. For forms, before saving (spec 2 §5.2). */
export const pathProblem = (path: string): string | undefined => findProblem(path);
