/** What the tests use of the smpp library, which brings no types. */
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { Server as NetServer } from "node:net";

  export interface SmppText {
    message: string | Buffer;
    udh?: Buffer | Buffer[];
  }
  export interface SmppUnit {
    command: string;
    command_status: number;
    sequence_number: number;
    system_id?: string;
    password?: string;
    source_addr?: string;
    destination_addr?: string;
    esm_class?: number;
    data_coding?: number;
    registered_delivery?: number;
    short_message?: SmppText;
    message_payload?: SmppText | Buffer;
    user_message_reference?: number;
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
    response(fields?: Record<string, unknown>): SmppUnit;
  }
  export interface SmppSession extends EventEmitter {
    send(unit: SmppUnit): boolean;
    deliver_sm(fields: Record<string, unknown>, answered?: (answer: SmppUnit) => void): boolean;
    close(): void;
    destroy(): void;
  }
  interface Smpp {
    createServer(
      options: { key?: string; cert?: string },
      listener: (session: SmppSession) => void,
    ): NetServer & { sessions: SmppSession[] };
  }
  const smpp: Smpp;
  export default smpp;
}
