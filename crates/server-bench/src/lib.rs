//! What a server is measured and worn out with. Nothing of it is in the server itself.
//!
//! [`load`] plays whole games against a server on this machine and compares it with bare sockets; [`soak`] kills one again and
//! again under load and checks that nothing acknowledged is ever missing. Both, and the tests of the server, speak through the
//! [`client`]; a server as a child process is `testkit`'s.
//! [`capacity`] is a model of many servers, from measured costs.

pub mod capacity;
pub mod client;
mod echo;
mod load;
mod soak;
mod soak_cluster;

pub use load::{LoadArgs, LoadLine, load};
pub use server::Failure;
pub use soak::{SoakArgs, SoakReport, soak};
pub use soak_cluster::{ClusterReport, Fault, Handover, SoakClusterArgs, Way, soak_cluster};
