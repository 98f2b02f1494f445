import { statfsSync } from "node:fs";
import { totalmem } from "node:os";

const megabyte = 1024 * 1024;

/** Options of the server. */
export interface SettingsOptions {
  port: number;
  /** False only for tests, whose data may be lost. */
  durable: boolean;
}

/** PostgreSQL's settings, passed on the command line so that older data directories get the current ones. */
export function listSettings({ port, durable }: SettingsOptions): string[] {
  const memory = memoryMegabytes();
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    password_encryption: "scram-sha-256",
    // Keeps the working set of a run cached, because reading a page again also costs its checksum.
    shared_buffers: `${clamp(memory / 8, 32, 2_048)}MB`,
    effective_cache_size: `${clamp(memory / 2, 64, 16_384)}MB`,
    work_mem: "8MB",
    maintenance_work_mem: `${clamp(memory / 32, 32, 256)}MB`,
    random_page_cost: "1.1",
    jit: "off",
    // Few and large checkpoints, because the engine rewrites the same pages repeatedly.
    max_wal_size: "4GB",
    min_wal_size: "256MB",
    // A transaction of a thousand steps writes half a megabyte and should not wait for other flushes.
    wal_buffers: "64MB",
    // Compressing full pages after a checkpoint costs a run more than writing them.
    wal_compression: "off",
    checkpoint_timeout: "15min",
    // Nothing replicates from an embedded server.
    wal_level: "minimal",
    max_wal_senders: "0",
    autovacuum_naptime: "10s",
    autovacuum_vacuum_cost_limit: "2000",
    idle_in_transaction_session_timeout: "30s",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    log_min_messages: "warning",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
  };
  // Containers often have 64 MB of shared memory, which parallel queries overrun.
  if (sharedMemoryMegabytes() < 256) settings.dynamic_shared_memory_type = "mmap";
  if (!durable)
    Object.assign(settings, {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      // Tests run each statement a few times on many connections: planning it for each value would cost more than running it.
      plan_cache_mode: "force_generic_plan",
      // Tests need the order of commits.
      track_commit_timestamp: "on",
    });
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}

/** Memory of the machine, or the container's limit. */
function memoryMegabytes(): number {
  const limit = process.constrainedMemory();
  return (limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / megabyte;
}

function sharedMemoryMegabytes(): number {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return (bavail * bsize) / megabyte;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
