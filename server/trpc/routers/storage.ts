import { getMigrationStatus } from "@/server/domain/storage/storage";
import { read, router } from "../init";

export const storageRouter = router({ status: read(getMigrationStatus) });
