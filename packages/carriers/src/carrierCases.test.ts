import { describe, test } from "vitest";
import { carrierCases, wireCases } from "./carrierCases.ts";
import { rbmWire } from "./testWires/rbmWire.ts";
import { simulatedWire } from "./testWires/simulatedWire.ts";
import { smppWire } from "./testWires/smppWire.ts";
import { telnyxWire } from "./testWires/telnyxWire.ts";
import { twilioWire } from "./testWires/twilioWire.ts";

// Architecture, Carriers: every carrier follows the same rules, each over its own wire.

const wires = {
  "the simulated carrier": simulatedWire,
  "SMPP 3.4": smppWire,
  "the Twilio-compatible API": twilioWire,
  "Google RCS": rbmWire,
  Telnyx: telnyxWire,
};

describe.each(Object.entries(wires))("%s", (_, open) => {
  test.for(carrierCases)("$rule", async ({ check }) => {
    const { carrier, text } = await open();
    await check(carrier, (to) => ({ ...text(), to }));
    await carrier.stop();
  });

  test.for(wireCases)("$rule", async ({ check }) => {
    const wire = await open();
    await check(wire);
    await wire.carrier.stop();
  });
});
