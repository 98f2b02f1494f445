import { Button, Popover, Table, Text } from "@mantine/core";
import { IconDeviceMobileMessage, IconInfoCircle } from "@tabler/icons-react";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { Handset } from "./Handset.tsx";
import { HandsetList } from "./HandsetList.tsx";
import classes from "./SimulatedCarrierPage.module.css";
import { suffixes } from "./thread.ts";

/** Handsets of the simulated carrier, side by side. The path names the first, `also` the others. */
export function SimulatedCarrierPage() {
  const number = usePathPart("number");
  const [address] = useAddress();
  const go = useGo();
  const open = [...new Set([...(number ? [number] : []), ...(address["also"] ?? "").split(",").filter(Boolean)])];
  const show = (phones: readonly string[]) => {
    const [first, ...also] = phones;
    go(paths.simulatedCarrier(first ?? ""), also.length > 0 ? { also: also.join(",") } : {});
  };
  return (
    <Page
      title="Simulated carrier"
      purpose="Your contacts' phones while the carrier is simulated. Reply and call as they would."
      shape="table"
      actions={<Suffixes />}
    >
      <div className={classes["columns"]}>
        <HandsetList
          open={open}
          onOpen={(phone) => show([...open.filter((one) => one !== phone), phone])}
          onClose={(phone) => show(open.filter((one) => one !== phone))}
        />
        <div className={classes["phones"]}>
          {open.length === 0 ? (
            <EmptyState icon={IconDeviceMobileMessage} title="Choose a handset">
              Choose one from the list or enter any number. You can open several side by side.
            </EmptyState>
          ) : (
            open.map((phone) => (
              <Handset key={phone} phone={phone} close={() => show(open.filter((one) => one !== phone))} />
            ))
          )}
        </div>
      </div>
    </Page>
  );
}

function Suffixes() {
  return (
    <Popover position="bottom-end" width={400} withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconInfoCircle size={16} />}>
          Test numbers
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb={8}>
          The last four digits of a contact's number decide the outcome of a text or call.
        </Text>
        <Table fz={13} verticalSpacing={4} aria-label="Test numbers">
          <Table.Tbody>
            {suffixes.map(([suffix, what]) => (
              <Table.Tr key={suffix}>
                <Table.Th scope="row">{suffix}</Table.Th>
                <Table.Td>{what}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}
