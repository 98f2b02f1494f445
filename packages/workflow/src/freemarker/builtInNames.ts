import { isLazy } from "./lazyBuiltIns.ts";
import { otherBuiltIns } from "./otherBuiltIns.ts";
import { textBuiltIns } from "./textBuiltIns.ts";

/** Whether there is a built-in of this name, so that a template is told before it is saved. */
export const isBuiltIn = (name: string): boolean =>
  name === "has_content" || isLazy(name) || Object.hasOwn(textBuiltIns, name) || Object.hasOwn(otherBuiltIns, name);
