import { Avatar, type MantineColorScheme, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import {
  IconBuilding,
  IconCheck,
  IconDeviceDesktop,
  IconKey,
  IconLogout,
  IconMoon,
  IconSun,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/auth.ts";
import { call } from "../api/call.ts";
import { useMe } from "../api/me.ts";
import { paths } from "../paths.ts";
import { toastError } from "../ui/toast.tsx";
import { useGo } from "../ui/useGo.ts";

const schemes: readonly { scheme: MantineColorScheme; label: string; icon: TablerIcon }[] = [
  { scheme: "auto", label: "Theme of the system", icon: IconDeviceDesktop },
  { scheme: "light", label: "Light theme", icon: IconSun },
  { scheme: "dark", label: "Dark theme", icon: IconMoon },
];
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** Who is signed in: account switcher, theme, password, sign out. */
export function AccountMenu() {
  const me = useMe();
  const initials = initialsOf(me.user.name || me.user.email);
  const go = useGo();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { switchTo, signOut } = useSession();
  return (
    <Menu position="bottom-end" width={256} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton aria-label={`${initials}, account menu of ${me.user.name}`} style={{ borderRadius: "50%" }}>
          <Avatar size={32} color="accent" alt="" radius="xl">
            {initials}
          </Avatar>
        </UnstyledButton>
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
        <Menu.Label>Account</Menu.Label>
        {me.accounts.map(({ accountSid, name }) => {
          const isHere = accountSid === me.account.accountSid;
          return (
            <Menu.Item
              key={accountSid}
              leftSection={<IconBuilding size={16} />}
              rightSection={isHere ? <IconCheck size={16} aria-label="open" /> : null}
              onClick={() => (isHere ? undefined : switchTo(accountSid))}
            >
              {name}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
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
        <Menu.Divider />
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => go(paths.settings("sign-in"))}>
          Password and sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Goes on in another account, or ends the session; what was read for the old one is forgotten. */
export function useSession() {
  const client = useQueryClient();
  const go = useGo();
  return {
    async switchTo(accountSid: string) {
      try {
        await call(authRoutes.switchAccount, { body: { accountSid } });
      } catch (problem) {
        return toastError("Error switching account", problem);
      }
      location.assign(paths.campaigns);
    },
    async signOut() {
      try {
        await call(authRoutes.signOut);
      } catch (problem) {
        return toastError("Error signing out", problem);
      }
      client.clear();
      go(paths.login);
    },
  };
}
