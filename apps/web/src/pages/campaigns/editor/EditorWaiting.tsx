import { Skeleton, Text } from "@mantine/core";
import { paths } from "../../../paths.ts";
import { Crumbs } from "../../../ui/page/Crumbs.tsx";
import classes from "./Editor.module.css";

/** An editor works on what it loaded: nothing is read again behind its back, and nothing old is taken from memory. */
export const readOnce = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  retry: 1,
} as const;

/** Where an editor stands, while nothing of its workflow is known but perhaps the name. */
export const EditorCrumbs = ({ name = "Workflow" }: { name?: string | undefined }) => (
  <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: name }]} />
);

/** An editor that waits for its workflow. */
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
