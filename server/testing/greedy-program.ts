import { answerJobs } from "../processes/jobs";

/** Program of tests of a pool of processes: takes memory in the way of the job, or answers it. */
answerJobs((job: "one large object" | "many small objects" | "endless" | "nothing") => {
  const taken: unknown[] = [];
  while (job === "one large object") taken.push(new Array(5_000_000).fill({}));
  while (job === "many small objects") taken.push({ some: [taken.length] });
  while (job === "endless") taken.length = 0;
  return job;
});
