import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { callOne } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { toastError } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { Tooltip } from "../../ui/tip/Tooltip.tsx";

/** Switches RCS of a handset. The default depends on its number (docs/simulated-carrier.md). */
export function RcsSwitch({ phone }: { phone: string }) {
  const device = useQuery(oneOf(simulatorRoutes.device, { params: { number: phone } }));
  const refresh = useRefresh();
  const maySwitch = useMay()("inbox-use");
  const change = async (rcs: boolean) => {
    try {
      await callOne(simulatorRoutes.updateDevice, { params: { number: phone }, body: { rcs } });
    } catch (problem) {
      toastError("Error changing handset", problem);
    }
    await refresh(simulatorRoutes.device.path);
  };
  return (
    <Tooltip label={device.data?.rcs ? "This handset has RCS" : "This handset has no RCS and receives only texts"}>
      <Switch
        size="sm"
        onLabel="RCS"
        offLabel="RCS"
        // also readable when it is off
        styles={device.data?.rcs === false ? { trackLabel: { color: "var(--mantine-color-text)" } } : {}}
        aria-label={`RCS of handset ${formatPhone(phone)}`}
        checked={device.data?.rcs ?? true}
        disabled={!maySwitch || !device.data}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Tooltip>
  );
}
