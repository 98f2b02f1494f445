import { SegmentedControl, Stack, Text, Title } from "@mantine/core";
import type { Saml } from "@trunkline/contract/identity/saml.ts";
import { useState } from "react";
import classes from "./Saml.module.css";
import { Details } from "./ServiceProviderDetails.tsx";
import { signOnGuides } from "./signOnGuides.ts";

/** The steps at one of the usual identity providers, with its names of fields and our values to copy. */
export function SignOnGuide({ saml }: { saml: Saml }) {
  const [chosen, setChosen] = useState(signOnGuides[0]?.name ?? "");
  const steps = signOnGuides.find(({ name }) => name === chosen)?.steps ?? [];
  return (
    <Stack gap={12} component="section" aria-label="Steps at your identity provider">
      <Title order={2}>Steps at your identity provider</Title>
      <SegmentedControl
        aria-label="Identity provider"
        data={signOnGuides.map(({ name }) => name)}
        value={chosen}
        onChange={setChosen}
        className={classes["providers"] ?? ""}
      />
      <ol className={classes["steps"]}>
        {steps.map(({ text, fields }) => (
          <li key={text}>
            <Text size="sm">{text}</Text>
            {fields === undefined ? null : (
              <Details
                of={fields.map(([name, value]) => [name, "copy" in value ? saml[value.copy] : value.choose] as const)}
              />
            )}
          </li>
        ))}
      </ol>
    </Stack>
  );
}
