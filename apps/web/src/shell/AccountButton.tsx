import { type ButtonHTMLAttributes, lazy, type Ref, Suspense, useState } from "react";
import { useMe } from "../api/me.ts";
import classes from "./AccountButton.module.css";

const loadMenu = () => import("./AccountMenu.tsx");
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** The round button of the account's menu. */
export function AccountFace(props: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
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

/** Opens the account's menu, which is loaded when somebody reaches for it. */
export function AccountButton() {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) return <AccountFace onClick={() => setWanted(true)} onPointerEnter={() => void loadMenu()} />;
  return (
    <Suspense fallback={<AccountFace />}>
      <AccountMenu />
    </Suspense>
  );
}
