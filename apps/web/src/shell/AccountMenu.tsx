import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from "@mantine/core";
import {
  IconBuilding,
  IconCheck,
  IconDeviceDesktop,
  IconKey,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconSun,
  type TablerIcon,
} from "@tabler/icons-react";
import { useChecklist } from "../actions/useChecklist.ts";
import { useMe } from "../api/me.ts";
import { paths } from "../paths.ts";
import { useGo } from "../ui/page/useGo.ts";
import classes from "./AccountAvatar.module.css";
import { AccountAvatar } from "./AccountAvatar.tsx";
import { showKeys } from "./keysStore.ts";
import { useSession } from "./useSession.ts";

const schemes: readonly { scheme: MantineColorScheme; label: string; icon: TablerIcon }[] = [
  { scheme: "auto", label: "System theme", icon: IconDeviceDesktop },
  { scheme: "light", label: "Light theme", icon: IconSun },
  { scheme: "dark", label: "Dark theme", icon: IconMoon },
];

/** The account menu: accounts, theme, password, sign out. It opens when it has loaded. */
export function AccountMenu() {
  const me = useMe();
  const go = useGo();
  const { signOut } = useSession();
  const { restore } = useChecklist();
  return (
    <Menu defaultOpened position="bottom-end" width={256} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <AccountAvatar />
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: "8px 12px" }}>
          <Text fw={500} truncate>
            {me.user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {me.user.email}
          </Text>
        </div>
        <Menu.Divider />
        <Accounts />
        <Menu.Divider />
        <Themes />
        <Menu.Divider />
        {me.role === "viewer" ? null : (
          <Menu.Item leftSection={<IconListCheck size={16} />} onClick={() => void restore()}>
            Get started
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => showKeys(true)}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => go(paths.settings("sign-in"))}>
          Password and sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Accounts() {
  const me = useMe();
  const { switchTo } = useSession();
  return (
    <>
      <Menu.Label>{me.accounts.length > 1 ? "Switch account" : "Account"}</Menu.Label>
      <div className={classes["accounts"]}>
        {me.accounts.map(({ accountSid, name }) => {
          const isHere = accountSid === me.account.accountSid;
          return (
            <Menu.Item
              key={accountSid}
              aria-current={isHere || undefined}
              leftSection={<IconBuilding size={16} />}
              rightSection={isHere ? <IconCheck size={16} aria-label="open" /> : null}
              onClick={() => (isHere ? undefined : void switchTo(accountSid))}
            >
              {name}
            </Menu.Item>
          );
        })}
      </div>
    </>
  );
}

function Themes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Theme</Menu.Label>
      {schemes.map(({ scheme, label, icon: Icon }) => (
        <Menu.Item
          key={scheme}
          leftSection={<Icon size={16} />}
          rightSection={colorScheme === scheme ? <IconCheck size={16} aria-label="chosen" /> : null}
          closeMenuOnClick={false}
          onClick={() => setColorScheme(scheme)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
