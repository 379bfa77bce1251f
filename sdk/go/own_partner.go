package counterfoil

import (
	"context"
	"fmt"
	"net/url"
)

// keyedOwn is a call to a route of the own partner. The id of the partner is looked up by its slug, once.
func keyedOwn[T any](ctx context.Context, client *Client, method, rest string, body any) (T, error) {
	id, err := client.findOwnID(ctx)
	if err != nil {
		var none T
		return none, err
	}
	return send[T](ctx, client, keyed(method, "/admin/partners/"+id+rest, body))
}

func (c *Client) findOwnID(ctx context.Context) (string, error) {
	c.ownIDLock.Lock()
	defer c.ownIDLock.Unlock()
	if c.ownID != "" {
		return c.ownID, nil
	}
	query := url.Values{"q": {c.slug}, "limit": {"200"}}
	page, err := send[items[Partner]](ctx, c, keyed("GET", "/admin/partners?"+query.Encode(), nil))
	if err != nil {
		return "", err
	}
	for _, partner := range page.Items {
		if partner.Slug == c.slug {
			c.ownID = partner.ID
			return c.ownID, nil
		}
	}
	return "", fmt.Errorf("counterfoil: the API key belongs to another partner than %q", c.slug)
}
