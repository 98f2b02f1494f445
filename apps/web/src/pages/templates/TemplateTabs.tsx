import { Tabs } from "@mantine/core";
import { paths } from "../../paths.ts";
import { useGo } from "../../ui/page/useGo.ts";

const tabs = {
  messages: { label: "SMS and MMS", to: paths.templates },
  rcs: { label: "RCS", to: paths.rcs },
  email: { label: "E-mail", to: paths.emailTemplates },
} as const;

/** Tabs for the kinds of templates, each with its own URL. */
export function TemplateTabs({ open }: { open: keyof typeof tabs }) {
  const go = useGo();
  return (
    <Tabs
      value={open}
      onChange={(value) => go(tabs[value as keyof typeof tabs].to)}
      mb={12}
      activateTabWithKeyboard={false}
    >
      <Tabs.List aria-label="Kind of template">
        {Object.entries(tabs).map(([value, { label }]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
