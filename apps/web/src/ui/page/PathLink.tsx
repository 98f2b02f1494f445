import { Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

export interface PathLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** A path of paths.ts. */
  to: string;
  /** What stands after `?`. */
  search?: Readonly<Record<string, string>>;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a path of paths.ts; also as `component` of a button. */
export function PathLink({ to, search, ...rest }: PathLinkProps) {
  return <Link {...(rest as object)} to={to} search={search ?? {}} />;
}
