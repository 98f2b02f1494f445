import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Set by the project `prove`. */
    everyRow: boolean | undefined;
  }
}

/**
 * True in `npm run prove`, which tries every row of the long tables. `npm test` tries what differs in kind: the files that
 * ask for this are listed in `vitest.config.ts`.
 */
export const everyRow = inject("everyRow") === true;
