import type { ButtonHTMLAttributes, Ref } from "react";
import { useMe } from "../api/me.ts";
import classes from "./AccountAvatar.module.css";

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** The button of the account menu. */
export function AccountAvatar(props: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  const { user } = useMe();
  const initials = initialsOf(user.name || user.email);
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...props}
      className={classes["face"]}
      aria-label={`${initials}, account menu of ${user.name}`}
    >
      {initials}
    </button>
  );
}
