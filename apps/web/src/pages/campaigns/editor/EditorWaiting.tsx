import { Skeleton, Text } from "@mantine/core";
import { paths } from "../../../paths.ts";
import { Crumbs } from "../../../ui/page/Crumbs.tsx";
import classes from "./Editor.module.css";

/** Query options of editors: load fresh data once and never refetch while the user edits. */
export const readOnce = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  retry: 1,
} as const;

/** The breadcrumbs of an editor that is loading. */
export const EditorCrumbs = ({ name = "Workflow" }: { name?: string | undefined }) => (
  <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: name }]} />
);

/** An editor that is loading its workflow. */
export const EditorWaiting = ({ words, name }: { words: string; name?: string }) => (
  <div className={classes["editor"]} aria-busy>
    <EditorCrumbs name={name} />
    <div className={classes["bar"]}>
      <Skeleton height={16} width={180} />
      <Text size="sm" c="dimmed" role="status">
        {words}
      </Text>
    </div>
    <div className={classes["waiting"]}>
      <Skeleton height={64} width={220} radius={8} />
      <Skeleton height={64} width={220} radius={8} />
      <Skeleton height={64} width={220} radius={8} />
    </div>
  </div>
);
