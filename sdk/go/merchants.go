package counterfoil

import (
	"context"
	"net/url"
)

// Merchants iterates over the merchants in your scope with their outlets, active or not: for reports and support.
func (c *Client) Merchants(ctx context.Context) *Iterator[PartnerMerchant] {
	type merchantPage struct {
		Items []PartnerMerchant `json:"items"`
		Next  *string           `json:"next"`
	}
	return &Iterator[PartnerMerchant]{load: func(after string) ([]PartnerMerchant, *string, error) {
		path := "/integrations/merchants"
		if after != "" {
			path += "?after=" + url.QueryEscape(after)
		}
		page, err := send[merchantPage](ctx, c, signed("GET", path, nil))
		return page.Items, page.Next, err
	}}
}
