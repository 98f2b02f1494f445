import { useLocalStorage } from "@mantine/hooks";

/** Whether single keys act, which each user can turn off in this browser (WCAG 2.1.4). */
export const useKeysOn = () => useLocalStorage({ key: "trunkline-inbox-keys", defaultValue: true });
