import { Anchor, Badge, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { IconBooks } from "@tabler/icons-react";
import type { LibraryWorkflow } from "@trunkline/workflow/library/libraryWorkflow.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { SearchBox } from "../../../ui/table/SearchBox.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { findWorkflows } from "./findWorkflows.ts";
import classes from "./Library.module.css";

/** The cards of the library with search and category, both saved in the address. */
export function LibraryCards({ library }: { library: readonly LibraryWorkflow[] }) {
  const [{ search = "", category = "" }, setAddress] = useAddress();
  const categories = [...new Set(library.map((one) => one.category))];
  const found = findWorkflows(library, search).filter((one) => category === "" || one.category === category);
  return (
    <>
      <div className={classes["filters"]}>
        <SearchBox
          label="Search the library"
          placeholder="Search, such as no-show or review"
          value={search}
          onSearch={(text) => setAddress({ search: text || undefined })}
          width={280}
        />
        <SegmentedControl
          size="xs"
          aria-label="Category"
          className={classes["categories"] ?? ""}
          data={[{ value: "", label: "All" }, ...categories.map((name) => ({ value: name, label: name }))]}
          value={categories.includes(category) ? category : ""}
          onChange={(name) => setAddress({ category: name || undefined })}
        />
        <Text size="sm" c="dimmed" role="status">
          {plural(found.length, "workflow")}
        </Text>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={IconBooks}
          title="Nothing matches"
          action={
            <Button variant="default" onClick={() => setAddress({ search: undefined, category: undefined })}>
              Clear search
            </Button>
          }
        >
          Try another word, or start with an empty workflow under Workflows.
        </EmptyState>
      ) : (
        <ul className={classes["grid"]} aria-label="Workflow library">
          {found.map((one) => (
            <Card key={one.key} one={one} />
          ))}
        </ul>
      )}
    </>
  );
}

const Card = ({ one: { key, title, category, type, summary, bundle } }: { one: LibraryWorkflow }) => (
  <li className={classes["card"]}>
    <Anchor
      component={PathLink}
      to={paths.library}
      search={{ workflow: key }}
      className={classes["cardLink"] ?? ""}
      fw={600}
      c="inherit"
    >
      {title}
    </Anchor>
    <Text size="sm" c="dimmed" flex={1}>
      {summary}
    </Text>
    <Group gap={8}>
      <Badge variant="light" color="gray" tt="none" fw={500}>
        {type}
      </Badge>
      <Text size="xs" c="dimmed">
        {[category === type ? "" : category, stepsOf(bundle)].filter(Boolean).join(" · ")}
      </Text>
    </Group>
  </li>
);

const stepsOf = ({ workflow, routes }: LibraryWorkflow["bundle"]): string =>
  routes === undefined ? plural(workflow?.nodes.length ?? 0, "step") : "";
