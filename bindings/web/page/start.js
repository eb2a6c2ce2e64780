// Starts the first worker while the browser reads the rest of the page.
const workerAddress = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
const newWorker = () => new Worker(workerAddress);
const firstWorker = newWorker();
