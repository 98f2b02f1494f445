import { z } from "zod";

// the content security policy forbids eval, which zod tries once; import this before any schema
z.config({ jitless: true });
