import {
  approveDevice,
  deleteDevice,
  denyDevice,
  listDevices,
  listPendingDevices,
} from "@/server/domain/devices/devices";
import { read, router, write } from "../init";

export const devicesRouter = router({
  ofUser: read(listDevices),
  pending: read(listPendingDevices),
  approve: write(approveDevice),
  deny: write(denyDevice),
  remove: write(deleteDevice),
});
