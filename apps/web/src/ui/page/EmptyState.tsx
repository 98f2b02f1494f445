import { Stack, Text, Title } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** An empty state: what the view is for and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: TablerIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap={8} py={48} px={16} ta="center">
      <Icon size={32} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={2} fz={16}>
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action ? <div style={{ marginTop: 8 }}>{action}</div> : null}
    </Stack>
  );
}
