import { lazy, Suspense, useState } from "react";
import { useMe } from "../api/me.ts";
import classes from "./AccountAvatar.module.css";
import { AccountAvatar } from "./AccountAvatar.tsx";

const loadMenu = () => import("./AccountMenu.tsx");
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

/** Opens the account menu, which loads on hover. Users with several accounts see the current one. */
export function AccountButton() {
  const { account, accounts } = useMe();
  return (
    <>
      {accounts.length > 1 ? (
        <span className={classes["name"]} title={account.name}>
          {account.name}
        </span>
      ) : null}
      <MenuButton />
    </>
  );
}

function MenuButton() {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) return <AccountAvatar onClick={() => setWanted(true)} onPointerEnter={() => void loadMenu()} />;
  return (
    <Suspense fallback={<AccountAvatar />}>
      <AccountMenu />
    </Suspense>
  );
}
