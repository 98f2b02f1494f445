import { useBlocker } from "@tanstack/react-router";
import { paths } from "../../paths.ts";
import { confirm } from "../dialog/confirm.tsx";

const ended =
  "Your session has ended. To keep your changes, stay here, sign in again in another tab, then save. If you leave, they will be lost.";

/** Asks before leaving a page with unsaved changes or closing the tab. `within` says which paths keep the changes. */
export function useLeavePrompt(
  isChanged: boolean,
  message = "Your changes have not been saved and will be lost.",
  title = "Leave without saving?",
  within: (pathname: string) => boolean = () => false,
): void {
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || within(next.pathname)) return false;
      const consequence = next.pathname === paths.login ? ended : message;
      return !(await confirm({ title, consequence, confirm: "Leave", cancel: "Stay" }));
    },
  });
}
