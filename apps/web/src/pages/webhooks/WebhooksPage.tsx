import { Button, Group, Tabs } from "@mantine/core";
import { IconHistory, IconPlus } from "@tabler/icons-react";
import { useMay } from "../../api/me.ts";
import { Page } from "../../ui/page/Page.tsx";
import pageTabs from "../../ui/page/PageTabs.module.css";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { ConnectionsTable } from "./ConnectionsTable.tsx";
import { useSection } from "./useSection.ts";
import { WebhooksTable } from "./WebhooksTable.tsx";

/** Webhooks and connections (spec 2 §2.3). */
export function WebhooksPage() {
  const section = useSection();
  const [address, change] = useAddress();
  const mayEdit = useMay()("workflow-edit");
  const tab = address["tab"] === "connections" ? "connections" : "webhooks";
  return (
    <Page
      title={`${section.word}s`}
      purpose="Notify other systems from workflows or when something happens in your account."
      shape="table"
      actions={
        <Group gap={8}>
          <Button
            variant="default"
            component={PathLink}
            to={section.deliveries}
            leftSection={<IconHistory size={16} />}
          >
            Delivery log
          </Button>
          {mayEdit ? (
            <>
              <Button
                variant="default"
                component={PathLink}
                to={section.createConnection}
                leftSection={<IconPlus size={16} />}
              >
                Connection
              </Button>
              <Button component={PathLink} to={section.create} leftSection={<IconPlus size={16} />}>
                {section.word}
              </Button>
            </>
          ) : null}
        </Group>
      }
    >
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value === "connections" ? value : undefined, q: undefined })}
        keepMounted={false}
        className={pageTabs["tabs"] ?? ""}
      >
        <Tabs.List>
          <Tabs.Tab value="webhooks">{`${section.word}s`}</Tabs.Tab>
          <Tabs.Tab value="connections">Connections</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="webhooks" className={pageTabs["panel"] ?? ""}>
          <WebhooksTable section={section} mayEdit={mayEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="connections" className={pageTabs["panel"] ?? ""}>
          <ConnectionsTable section={section} mayEdit={mayEdit} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
