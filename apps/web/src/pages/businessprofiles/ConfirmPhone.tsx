import { Alert, Button, Group, Input, Text } from "@mantine/core";
import { IconDeviceMobileMessage } from "@tabler/icons-react";
import { type Brand, brandRoutes } from "@trunkline/contract/registration/brand.ts";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { useMay, useMe } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

/** Verifies a sole proprietor with a code that the registry texts to their mobile phone (telecom §4.2). */
export function ConfirmPhone({ brand }: { brand: Brand }) {
  const { account } = useMe();
  const mayAdmin = useMay()("registration-admin");
  const refresh = useRefresh();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<"idle" | "sending" | "confirming">("idle");
  const params = { acct: account.accountSid, id: brand.brandId };
  const run = async (doing: "sending" | "confirming", work: () => Promise<unknown>, done: string, failed: string) => {
    setState(doing);
    try {
      await work();
      toastSuccess(done, brand.displayName);
    } catch (error) {
      toastError(failed, error);
    }
    setState("idle");
    await refresh(brandRoutes.find.path, brandRoutes.list.path);
  };
  const send = () => run("sending", () => call(brandRoutes.sendCode, { params }), "Code sent", "Error sending code");
  const confirm = () => {
    if (!/^\d{6}$/.test(code)) {
      setProblem(code === "" ? "Code is required" : "The code must have six digits");
      return;
    }
    const confirming = () => call(brandRoutes.confirmCode, { params, body: { code } });
    void run("confirming", confirming, "Mobile phone confirmed", "Error confirming mobile phone");
  };
  return (
    <Alert icon={<IconDeviceMobileMessage size={16} />} title="Confirm mobile phone">
      <Text size="sm" mb={12}>
        The registry texts a code to {formatPhone(brand.mobilePhone)}. Enter it here before you create 10DLC campaigns.
      </Text>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <Input.Wrapper label="Code" id="code" error={problem}>
          <Group gap={8} mb={problem === null ? 0 : 4}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              w={140}
              my={0}
              disabled={!mayAdmin}
              value={code}
              error={problem !== null}
              onChange={(event) => {
                setProblem(null);
                setCode(event.currentTarget.value.trim());
              }}
            />
            <Button type="submit" disabled={!mayAdmin} loading={state === "confirming"}>
              Confirm
            </Button>
            <Button variant="default" disabled={!mayAdmin} loading={state === "sending"} onClick={() => void send()}>
              Send code
            </Button>
          </Group>
        </Input.Wrapper>
      </form>
    </Alert>
  );
}
