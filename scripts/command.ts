/** Runs a command and prints its result. A failure is printed as one message and sets the exit code. */
export async function runCommand(main: () => Promise<string>): Promise<void> {
  try {
    console.log(await main());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
